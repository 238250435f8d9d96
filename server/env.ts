import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { TransferAccounts } from '../shared/payments/schema.ts'
import demoAccounts from './config/demo-accounts.json' with { type: 'json' }
import { readDemoSecret } from './config/demo-secret.ts'
import { parseTrustedProxies } from './config/trusted-proxies.ts'
import { containsDemoAccount, isTrivialSecret } from './config/weak-settings.ts'

const integer = (min: number, max: number, expected: string) =>
  z.string().regex(/^\d+$/, expected).transform(Number).pipe(z.number().min(min, expected).max(max, expected))

/** Every environment variable. The message of each check completes "expected …". */
const Variables = z
  .object({
    STORE_MODE: z.enum(['demo', 'live'], 'demo or live').default('demo'),
    PORT: integer(1, 65_535, 'a port from 1 to 65535').default(3000),
    HOST: z.string().optional(),
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'an http or https URL' }).optional(),
    DATABASE_URL: z
      .string()
      .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'file:PATH or postgres://…')
      .default('file:./data/store.db'),
    REDIS_URL: z.string().optional(),
    SEED: z.enum(['demo', 'none'], 'demo or none').optional(),
    APP_SECRET: z.string().min(32, 'at least 32 characters').optional(),
    APP_SECRET_PREVIOUS: z.string().min(32, 'at least 32 characters').optional(),
    CAPTCHA_PROVIDER: z.enum(['altcha', 'recaptcha', 'off'], 'altcha, recaptcha or off').default('altcha'),
    RECAPTCHA_SITE_KEY: z.string().optional(),
    RECAPTCHA_SECRET: z.string().optional(),
    RECAPTCHA_VERIFY_URL: z
      .url({ protocol: /^https?$/, error: 'an http or https URL' })
      .default('https://www.google.com/recaptcha/api/siteverify'),
    RATE_LIMITS: z.enum(['on', 'off'], 'on or off').default('on'),
    TRUSTED_PROXIES: z.string().default('').transform(readTrustedProxies),
    ORDER_EXPIRY_HOURS: integer(1, 8760, 'hours from 1 to 8760').default(72),
    TRANSFER_ACCOUNTS: z.string().transform(readJson).pipe(TransferAccounts).optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/.+$/, 'smtp://… or smtps://…')
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/, 'an address, such as Kade <store@example.com>')
      .optional(),
    STAFF_SECOND_FACTOR: z.enum(['optional', 'required'], 'optional or required').default('optional'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'debug, info, warn, error or silent')
      .default('info'),
  })
  .superRefine((variables, ctx) => {
    const reject = (message: string) => ctx.addIssue({ code: 'custom', message })
    const isProduction = variables.STORE_MODE === 'live'
    const requireVariable = (name: keyof typeof variables, when: string) => {
      if (!variables[name]) reject(`${name} is required ${when}.`)
    }
    if (variables.CAPTCHA_PROVIDER === 'recaptcha') {
      requireVariable('RECAPTCHA_SITE_KEY', 'when CAPTCHA_PROVIDER is recaptcha')
      requireVariable('RECAPTCHA_SECRET', 'when CAPTCHA_PROVIDER is recaptcha')
    }
    if (variables.REDIS_URL) reject('REDIS_URL is set, but this version runs as a single process. Please unset it.')
    if (!isProduction) return
    for (const name of ['CAPTCHA_PROVIDER', 'RATE_LIMITS'] as const) {
      if (variables[name] === 'off') reject(`${name} can't be off in production.`)
    }
    if (variables.SEED === 'demo') reject(`SEED can't be demo in production.`)
    // Without SMTP_URL, emails would go to the log, with links that open accounts.
    for (const name of ['PUBLIC_URL', 'APP_SECRET', 'TRANSFER_ACCOUNTS', 'SMTP_URL'] as const) {
      requireVariable(name, 'in production')
    }
    if (variables.APP_SECRET && isTrivialSecret(variables.APP_SECRET)) {
      reject('APP_SECRET is easy to guess; use a random one, such as from openssl rand -hex 32.')
    }
    if (variables.TRANSFER_ACCOUNTS && containsDemoAccount(variables.TRANSFER_ACCOUNTS, readDemoAccounts())) {
      reject(
        'TRANSFER_ACCOUNTS contains accounts of the demo, which belong to nobody; it needs your own in production.',
      )
    }
    for (const name of ['PUBLIC_URL', 'RECAPTCHA_VERIFY_URL'] as const) {
      const url = variables[name]
      if (url && !url.startsWith('https:') && !isLocal(url)) reject(`${name} must be an https URL in production.`)
    }
    if (!isEncrypted(variables.DATABASE_URL)) {
      reject('DATABASE_URL must encrypt a remote connection in production; add sslmode=verify-full.')
    }
  })

/** The configuration is invalid. The message is one sentence for the operator and contains no secret. */
export class ConfigError extends Error {}

/** Reads the configuration from environment variables; an empty one counts as unset. @throws ConfigError */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const input = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = Variables.safeParse(input)
  if (!result.success) throw new ConfigError(describe(result.error.issues[0]!, input))
  const variables = result.data
  const isProduction = variables.STORE_MODE === 'live'
  const publicUrl = (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, '')
  return {
    isProduction,
    port: variables.PORT,
    host: variables.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    databaseUrl: variables.DATABASE_URL,
    seed: variables.SEED ?? (isProduction ? 'none' : 'demo'),
    secret: variables.APP_SECRET ?? readDemoSecret(variables.DATABASE_URL),
    previousSecret: variables.APP_SECRET_PREVIOUS ?? null,
    captchaProvider: variables.CAPTCHA_PROVIDER,
    recaptcha: {
      siteKey: variables.RECAPTCHA_SITE_KEY ?? null,
      secret: variables.RECAPTCHA_SECRET ?? null,
      verifyUrl: variables.RECAPTCHA_VERIFY_URL,
    },
    rateLimitsEnabled: variables.RATE_LIMITS === 'on',
    trustedProxies: variables.TRUSTED_PROXIES,
    orderExpiryHours: variables.ORDER_EXPIRY_HOURS,
    transferAccounts: variables.TRANSFER_ACCOUNTS ?? readDemoAccounts(),
    /** Staff without a second factor can only set one up. */
    staffSecondFactorRequired: variables.STAFF_SECOND_FACTOR === 'required',
    mail: {
      smtpUrl: variables.SMTP_URL ?? null,
      /** Emails contain links that open accounts, so they leave the machine encrypted. */
      requireTls: isProduction && !isLocal(variables.SMTP_URL!),
      from: variables.MAIL_FROM ?? `Kade <store@${new URL(publicUrl).hostname}>`,
    },
    logLevel: variables.LOG_LEVEL,
    /** Part of the address of the development inbox; another one at each start. Null in production, which has no inbox. */
    devInboxToken: isProduction ? null : randomBytes(16).toString('base64url'),
  }
}

export type Env = ReturnType<typeof readEnv>

/** `PORT is "0"; expected a port from 1 to 65535.` URLs can contain passwords, so only PUBLIC_URL is shown. */
function describe({ path: [name, ...fields], message }: z.core.$ZodIssue, input: Record<string, unknown>) {
  if (name === undefined) return message
  const isSecret = /SECRET|_URL$/.test(String(name)) && name !== 'PUBLIC_URL'
  const state = isSecret ? 'invalid' : JSON.stringify(String(input[String(name)]).slice(0, 80))
  if (fields.length > 0) return `${String(name)} is ${state}; ${fields.join('.')} in it is invalid: ${message}.`
  return `${String(name)} is ${state}; expected ${message}.`
}

const isLocal = (url: string) =>
  URL.canParse(url) && /^(localhost|127(\.\d{1,3}){3}|\[::1\]|)$/.test(new URL(url).hostname)

/** Whether nobody on the network can read the connection to the database. */
const isEncrypted = (databaseUrl: string) =>
  databaseUrl.startsWith('file:') ||
  isLocal(databaseUrl) ||
  /[?&]sslmode=(verify-full|verify-ca|require)\b/.test(databaseUrl)

const readDemoAccounts = () => TransferAccounts.parse(demoAccounts)

function readTrustedProxies(text: string, ctx: z.RefinementCtx) {
  const proxies = parseTrustedProxies(text)
  if (proxies) return proxies
  ctx.addIssue('addresses and networks, such as 10.0.0.1, 10.1.0.0/16 or fd00::/8')
  return z.NEVER
}

function readJson(file: string, ctx: z.RefinementCtx): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    ctx.addIssue('the path of a readable JSON file')
    return z.NEVER
  }
}

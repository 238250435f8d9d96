import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Owner } from '../shared/content.ts'
import { TransferAccounts } from '../shared/payments/schema.ts'
import { assertSafeEndpoints, ChainCheckFile } from './config/chain-check.ts'
import demoAccounts from './config/demo-accounts.json' with { type: 'json' }
import { type OwnerPage, readContentPages } from './config/content-pages.ts'
import { readDemoSecret } from './config/demo-secret.ts'
import { integer } from './config/formats.ts'
import { ownerOf, ownerSettings } from './config/owner.ts'
import { rejectForeignAddresses } from './config/transfer-addresses.ts'
import { parseTrustedProxies } from './config/trusted-proxies.ts'
import { isEncrypted, isLocal } from './config/urls.ts'
import { containsDemoAccount, isTrivialSecret } from './config/weak-settings.ts'

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
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/.+$/, 'postgres://…')
      .optional(),
    REDIS_URL: z
      .string()
      .regex(/^rediss?:\/\/.+$/, 'redis://… or rediss://…')
      .optional(),
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
    DRAIN_SECONDS: integer(0, 300, 'seconds from 0 to 300').optional(),
    METRICS_PORT: integer(1, 65_535, 'a port from 1 to 65535').optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    ORDER_EXPIRY_HOURS: integer(1, 8760, 'hours from 1 to 8760').default(72),
    BANK_TOLERANCE: integer(0, 100_000, 'whole units from 0 to 100000').default(0),
    STATEMENT_KEEP_DAYS: integer(1, 36_500, 'days from 1 to 36500').default(400),
    TRANSFER_ACCOUNTS: z
      .string()
      .transform(readJson)
      .pipe(TransferAccounts)
      .superRefine(rejectForeignAddresses)
      .optional(),
    CHAIN_CHECK: z.string().transform(readJson).pipe(ChainCheckFile).optional(),
    CHAIN_POLICY: z.enum(['off', 'suggest', 'auto'], 'off, suggest or auto').default('suggest'),
    CHAIN_AUTO_LIMIT: integer(0, 1_000_000, 'whole dollars from 0 to 1000000').default(50),
    CHAIN_AUTO_DAILY: integer(0, 10_000_000, 'whole dollars from 0 to 10000000').default(500),
    CHAIN_TOLERANCE: integer(0, 1000, 'cents from 0 to 1000').default(0),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/.+$/, 'smtp://… or smtps://…')
      .optional(),
    ...ownerSettings,
    CONTENT_DIR: z.string().optional(),
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
    if (variables.METRICS_PORT === variables.PORT) reject('METRICS_PORT and PORT must differ.')
    const requireVariable = (name: keyof typeof variables, when: string) => {
      if (!variables[name]) reject(`${name} is required ${when}.`)
    }
    if (variables.CAPTCHA_PROVIDER === 'recaptcha') {
      requireVariable('RECAPTCHA_SITE_KEY', 'when CAPTCHA_PROVIDER is recaptcha')
      requireVariable('RECAPTCHA_SECRET', 'when CAPTCHA_PROVIDER is recaptcha')
    }
    const isFile = variables.DATABASE_URL.startsWith('file:')
    if (variables.REDIS_URL && isFile) {
      reject('REDIS_URL connects several processes, which need Postgres; set DATABASE_URL=postgres://….')
    }
    if (!isFile) requireVariable('APP_SECRET', 'with Postgres, the same for every process')
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
    try {
      assertSafeEndpoints(variables.CHAIN_CHECK ?? [])
    } catch (error) {
      reject(`CHAIN_CHECK can't be used: ${(error as Error).message}.`)
    }
    for (const name of ['PUBLIC_URL', 'RECAPTCHA_VERIFY_URL'] as const) {
      const url = variables[name]
      if (url && !url.startsWith('https:') && !isLocal(url)) reject(`${name} must be an https URL in production.`)
    }
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
      if (!isEncrypted(variables[name] ?? '')) {
        reject(`${name} must encrypt a remote connection in production; add sslmode=verify-full.`)
      }
    }
    if (variables.REDIS_URL?.startsWith('redis:') && !isLocal(variables.REDIS_URL)) {
      reject('REDIS_URL must encrypt a remote connection in production; use rediss://.')
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
  const owner = ownerOf(variables, isProduction)
  const publicUrl = (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, '')
  return {
    isProduction,
    port: variables.PORT,
    host: variables.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    databaseUrl: variables.DATABASE_URL,
    /** Where Postgres itself answers, when `databaseUrl` is the address of a pooler. */
    databaseDirectUrl: variables.DATABASE_DIRECT_URL ?? null,
    /** Delivers events between processes that share a Postgres. */
    redisUrl: variables.REDIS_URL ?? null,
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
    /** How long `/api/ready` answers 503 before the process stops serving. */
    drainSeconds: variables.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
    /** Where Prometheus reads the metrics; null for none. */
    metrics:
      variables.METRICS_PORT === undefined ? null : { port: variables.METRICS_PORT, host: variables.METRICS_HOST },
    orderExpiryHours: variables.ORDER_EXPIRY_HOURS,
    /** How much a bank transfer with the exact reference may be short, in whole units of its currency. */
    bankToleranceUnits: variables.BANK_TOLERANCE,
    /** How long what the lines of bank statements say is kept. */
    statementKeepDays: variables.STATEMENT_KEEP_DAYS,
    transferAccounts: variables.TRANSFER_ACCOUNTS ?? readDemoAccounts(),
    /** How payments are looked for on chains; null if they aren't. */
    chain:
      variables.CHAIN_CHECK === undefined || variables.CHAIN_POLICY === 'off'
        ? null
        : {
            networks: variables.CHAIN_CHECK,
            policy: variables.CHAIN_POLICY,
            autoLimitCents: variables.CHAIN_AUTO_LIMIT * 100,
            autoDailyCents: variables.CHAIN_AUTO_DAILY * 100,
            toleranceCents: variables.CHAIN_TOLERANCE,
            isProduction,
          },
    /** Staff without a second factor can only set one up. */
    staffSecondFactorRequired: variables.STAFF_SECOND_FACTOR === 'required',
    /** Who runs the store. */
    owner,
    /** The pages that the owner wrote. */
    content: readContent(variables.CONTENT_DIR, { ...owner, url: publicUrl }),
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

function readContent(folder: string | undefined, settings: Owner & { url: string }): OwnerPage[] {
  if (folder === undefined && !existsSync(defaultContentFolder)) return []
  try {
    return readContentPages(folder ?? defaultContentFolder, settings)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `CONTENT_DIR is ${JSON.stringify(folder ?? defaultContentFolder)}; expected a folder of Markdown pages (${reason}).`,
    )
  }
}

const defaultContentFolder = 'content'

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

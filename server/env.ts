import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { TransferAccounts } from '../shared/payment.ts'
import demoAccounts from './config/demo-accounts.json' with { type: 'json' }

const number = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most))
const oneOf = <const T extends [string, ...string[]]>(...values: T) => z.enum(values)

/** Every setting: how it is checked, and what it takes in words. */
const settings = {
  STORE_MODE: [oneOf('demo', 'live').default('demo'), 'demo or live'],
  PORT: [number(1, 65_535).default(3000), 'a port, 1 to 65535'],
  HOST: [z.string().min(1).optional(), 'an address to listen on'],
  PUBLIC_URL: [z.url({ protocol: /^https?$/ }).optional(), "the store's own http(s) address"],
  DATABASE_URL: [
    z
      .string()
      .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/)
      .default('file:./data/store.db'),
    'file:PATH or postgres://…',
  ],
  REDIS_URL: [
    z
      .string()
      .regex(/^rediss?:\/\/.+$/)
      .optional(),
    'redis://…',
  ],
  SEED: [oneOf('demo', 'none').optional(), 'demo or none'],
  APP_SECRET: [z.string().min(32).optional(), 'at least 32 characters'],
  APP_SECRET_PREVIOUS: [z.string().min(32).optional(), 'at least 32 characters'],
  CAPTCHA_PROVIDER: [oneOf('altcha', 'recaptcha', 'off').default('altcha'), 'altcha, recaptcha or off'],
  RECAPTCHA_SITE_KEY: [z.string().min(1).optional(), 'the site key'],
  RECAPTCHA_SECRET: [z.string().min(1).optional(), 'the secret'],
  RECAPTCHA_VERIFY_URL: [
    z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha/api/siteverify'),
    'an http(s) address',
  ],
  RATE_LIMITS: [oneOf('on', 'off').default('on'), 'on or off'],
  TRUSTED_PROXIES: [
    z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    'addresses with commas between them',
  ],
  ORDER_EXPIRY_HOURS: [number(1, 24 * 365).default(72), 'hours, 1 to 8760'],
  TRANSFER_ACCOUNTS: [z.string().min(1).optional(), 'the path of a JSON file'],
  SMTP_URL: [
    z
      .string()
      .regex(/^smtps?:\/\/.+$/)
      .optional(),
    'smtp://… or smtps://…',
  ],
  MAIL_FROM: [
    z
      .string()
      .regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/)
      .optional(),
    'an address, such as Kade <store@example.com>',
  ],
  LOG_LEVEL: [oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'), 'debug, info, warn, error or silent'],
} as const satisfies Record<string, [z.ZodType, string]>

/** A setting that the store can't start with; the message names it, what it held and what it takes. */
export class BadSetting extends Error {}

/** Reads and checks all settings. @throws BadSetting at the first that is wrong. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const given = <K extends keyof typeof settings>(name: K) => {
    const [schema, takes] = settings[name]
    const value = source[name] === '' ? undefined : source[name]
    const read = schema.safeParse(value)
    if (!read.success) throw new BadSetting(`${name} is ${shown(name, value)}, but takes ${takes}.`)
    return read.data as z.output<(typeof settings)[K][0]>
  }
  const live = given('STORE_MODE') === 'live'
  const relaxed = (name: 'CAPTCHA_PROVIDER' | 'RATE_LIMITS') => {
    if (live && given(name) === 'off') throw new BadSetting(`${name} is "off", which a live store does not take.`)
  }
  relaxed('CAPTCHA_PROVIDER')
  relaxed('RATE_LIMITS')
  for (const name of ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'] as const) {
    if (given('CAPTCHA_PROVIDER') === 'recaptcha' && !given(name)) {
      throw new BadSetting(`${name} is missing, but CAPTCHA_PROVIDER=recaptcha needs it.`)
    }
  }
  if (live && !given('APP_SECRET'))
    throw new BadSetting('APP_SECRET is missing: a live store takes 32 characters or more.')
  if (live && !given('TRANSFER_ACCOUNTS')) {
    throw new BadSetting(
      'TRANSFER_ACCOUNTS is missing: a live store takes the path of its accounts, not the demo ones.',
    )
  }
  // Without it letters would go to the log, and with them the links that open accounts.
  if (live && !given('SMTP_URL')) throw new BadSetting('SMTP_URL is missing: a live store takes where its e-mail goes.')
  for (const name of ['PUBLIC_URL', 'RECAPTCHA_VERIFY_URL'] as const) {
    const url = given(name)
    if (live && url && !url.startsWith('https:') && !isOnThisMachine(url))
      throw new BadSetting(`${name} is ${shown(name, url)}, but a live store takes an https address.`)
  }
  if (live && goesOpenly(given('DATABASE_URL')))
    throw new BadSetting('DATABASE_URL goes to another machine unencrypted: a live store takes sslmode=verify-full.')
  if (live && given('SEED') === 'demo') throw new BadSetting('SEED is "demo", but a live store takes only none.')
  if (given('REDIS_URL'))
    throw new BadSetting('REDIS_URL is set, but this version serves from one process and takes none.')
  const databaseUrl = given('DATABASE_URL')
  const port = given('PORT')
  const publicUrl = (given('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '')
  return {
    mode: given('STORE_MODE'),
    live,
    port,
    host: given('HOST') ?? (live ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    databaseUrl,
    seed: given('SEED') ?? (live ? 'none' : 'demo'),
    secret: given('APP_SECRET') ?? keptSecret(databaseUrl),
    formerSecret: given('APP_SECRET_PREVIOUS') ?? null,
    captcha: given('CAPTCHA_PROVIDER'),
    recaptcha: {
      siteKey: given('RECAPTCHA_SITE_KEY') ?? null,
      secret: given('RECAPTCHA_SECRET') ?? null,
      verifyUrl: given('RECAPTCHA_VERIFY_URL'),
    },
    limits: given('RATE_LIMITS') === 'on',
    proxies: given('TRUSTED_PROXIES'),
    expiryHours: given('ORDER_EXPIRY_HOURS'),
    accounts: readAccounts(given('TRANSFER_ACCOUNTS')),
    mail: {
      url: given('SMTP_URL') ?? null,
      /** Links that open accounts go over no wire in clear. */
      encrypted: live && !isOnThisMachine(given('SMTP_URL') ?? ''),
      from: given('MAIL_FROM') ?? `Kade <store@${new URL(publicUrl).hostname}>`,
    },
    logLevel: given('LOG_LEVEL'),
  }
}

export type Env = ReturnType<typeof readEnv>

const isOnThisMachine = (url: string) =>
  URL.canParse(url) && /^(localhost|127(\.\d{1,3}){3}|\[::1\]|)$/.test(new URL(url).hostname)

/** A Postgres elsewhere that is spoken to in clear, or to whomever answers in its place. */
const goesOpenly = (url: string) =>
  url.startsWith('postgres') && !isOnThisMachine(url) && !/[?&]sslmode=(verify-full|verify-ca|require)\b/.test(url)

const shown = (name: string, value: string | undefined) => {
  if (value === undefined) return 'missing'
  // Addresses but the store's own may carry a password.
  const hidden = /SECRET|_URL$/.test(name) && name !== 'PUBLIC_URL'
  return hidden ? 'set to something else' : JSON.stringify(value.slice(0, 80))
}

function readAccounts(file: string | undefined): TransferAccounts {
  const read = TransferAccounts.safeParse(file ? readJson(file) : demoAccounts)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new BadSetting(
    `TRANSFER_ACCOUNTS is "${file}", but ${issue!.path.join('.')} in it is wrong: ${issue!.message}.`,
  )
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new BadSetting(`TRANSFER_ACCOUNTS is "${file}", but takes the path of a JSON file that can be read.`)
  }
}

/** A demo store makes its secret once and keeps it beside the database. */
function keptSecret(databaseUrl: string): string {
  const folder = databaseUrl.startsWith('file:') ? dirname(databaseUrl.slice(5)) : 'data'
  const file = join(folder, 'app-secret')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

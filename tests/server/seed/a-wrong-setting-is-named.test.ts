import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import demoAccounts from '../../../server/config/demo-accounts.json' with { type: 'json' }
import { BadSetting, readEnv } from '../../../server/env.ts'

let folder: string
let accounts: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kade-env-'))
  accounts = join(folder, 'accounts.json')
  writeFileSync(accounts, JSON.stringify(demoAccounts))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'a secret for tests, and for nothing else'
const read = (more: Record<string, string> = {}) =>
  readEnv({ DATABASE_URL: `file:${folder}/store.db`, APP_SECRET: secret, ...more })
const live = (more: Record<string, string> = {}) =>
  read({ STORE_MODE: 'live', TRANSFER_ACCOUNTS: accounts, SMTP_URL: 'smtp://localhost', ...more })

test('without any a demo store starts, on loopback', () => {
  expect(read()).toMatchObject({
    mode: 'demo',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    seed: 'demo',
    captcha: 'altcha',
    limits: true,
    proxies: [],
    expiryHours: 72,
  })
})

test('what is set is taken, what is empty counts as not set', () => {
  const env = read({
    PORT: '20001',
    PUBLIC_URL: 'https://kade.example/',
    TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2,',
    SEED: '',
    HOST: '',
  })
  expect(env).toMatchObject({ port: 20001, publicUrl: 'https://kade.example', seed: 'demo', host: '127.0.0.1' })
  expect(env.proxies).toEqual(['10.0.0.1', '10.0.0.2'])
  expect(read({ PORT: '20001' }).publicUrl).toBe('http://localhost:20001')
})

test.each([
  ['PUBLIC_URL', 'http://localhost:4000'],
  ['PUBLIC_URL', 'https://kade.example'],
  ['DATABASE_URL', 'postgres://store@127.0.0.1/store'],
  ['DATABASE_URL', 'postgres://store@db.example/store?sslmode=verify-full'],
])('a live one takes %s=%s', (name, value) => expect(() => live({ [name]: value })).not.toThrow())

test.each([
  ['smtp://localhost', false],
  ['smtp://mail.example', true],
  ['smtps://mail.example', true],
])('a live one insists on encryption to %s: %s', (url, insists) => {
  expect(live({ SMTP_URL: url }).mail.encrypted).toBe(insists)
})

test('a live one starts with all that it needs, empty, for everyone', () => {
  expect(live()).toMatchObject({ live: true, seed: 'none', host: '0.0.0.0', captcha: 'altcha', limits: true })
})

describe('refused with its name, what it held and what it takes', () => {
  test.each([
    ['STORE_MODE', 'production', 'STORE_MODE is "production", but takes demo or live.'],
    ['PORT', '0', 'PORT is "0", but takes a port, 1 to 65535.'],
    ['PORT', '65536', 'PORT is "65536", but takes a port, 1 to 65535.'],
    ['PORT', '3000x', 'PORT is "3000x", but takes a port, 1 to 65535.'],
    ['PUBLIC_URL', 'kade.example', `PUBLIC_URL is "kade.example", but takes the store's own http(s) address.`],
    [
      'PUBLIC_URL',
      'javascript:alert(1)',
      `PUBLIC_URL is "javascript:alert(1)", but takes the store's own http(s) address.`,
    ],
    [
      'DATABASE_URL',
      'mysql://root:hunter2@db',
      'DATABASE_URL is set to something else, but takes file:PATH or postgres://…',
    ],
    ['SEED', 'yes', 'SEED is "yes", but takes demo or none.'],
    ['APP_SECRET', 'too short', 'APP_SECRET is set to something else, but takes at least 32 characters.'],
    ['CAPTCHA_PROVIDER', 'hcaptcha', 'CAPTCHA_PROVIDER is "hcaptcha", but takes altcha, recaptcha or off.'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS is "no", but takes on or off.'],
    ['ORDER_EXPIRY_HOURS', '0', 'ORDER_EXPIRY_HOURS is "0", but takes hours, 1 to 8760.'],
    ['ORDER_EXPIRY_HOURS', '1.5', 'ORDER_EXPIRY_HOURS is "1.5", but takes hours, 1 to 8760.'],
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL is "verbose", but takes debug, info, warn, error or silent.'],
    ['REDIS_URL', 'redis://localhost', 'REDIS_URL is set'],
    ['CAPTCHA_PROVIDER', 'recaptcha', 'RECAPTCHA_SITE_KEY is missing, but CAPTCHA_PROVIDER=recaptcha needs it.'],
  ])('%s=%s', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(BadSetting)
    expect(() => read({ [name]: value })).toThrow(message)
  })

  test('and a secret never is', () => {
    for (const name of ['APP_SECRET', 'DATABASE_URL', 'REDIS_URL', 'RECAPTCHA_VERIFY_URL']) {
      expect(() => read({ [name]: 'x:hunter2' })).toThrow(/^(?!.*hunter2).*$/s)
    }
  })

  test.each([
    ['CAPTCHA_PROVIDER', 'off', 'CAPTCHA_PROVIDER is "off", which a live store does not take.'],
    ['RATE_LIMITS', 'off', 'RATE_LIMITS is "off", which a live store does not take.'],
    ['SEED', 'demo', 'SEED is "demo", but a live store takes only none.'],
    [
      'PUBLIC_URL',
      'http://kade.example',
      'PUBLIC_URL is "http://kade.example", but a live store takes an https address.',
    ],
    [
      'RECAPTCHA_VERIFY_URL',
      'http://verify.example',
      'RECAPTCHA_VERIFY_URL is set to something else, but a live store takes an https address.',
    ],
    [
      'DATABASE_URL',
      'postgres://store@db.example/store?sslmode=prefer',
      'DATABASE_URL goes to another machine unencrypted: a live store takes sslmode=verify-full.',
    ],
    ['APP_SECRET', '', 'APP_SECRET is missing'],
    ['SMTP_URL', '', 'SMTP_URL is missing: a live store takes where its e-mail goes.'],
    ['TRANSFER_ACCOUNTS', '', 'TRANSFER_ACCOUNTS is missing'],
  ])('by a live store: %s=%s', (name, value, message) => {
    expect(() => live({ [name]: value })).toThrow(message)
  })
})

describe('the accounts that money is sent to', () => {
  const written = (text: string) => {
    const file = join(folder, 'wrong.json')
    writeFileSync(file, text)
    return () => read({ TRANSFER_ACCOUNTS: file })
  }
  const changed = (change: (accounts: typeof demoAccounts) => void) => {
    const copy = structuredClone(demoAccounts)
    change(copy)
    return written(JSON.stringify(copy))
  }

  test('are those of the file', () => {
    const file = join(folder, 'mine.json')
    writeFileSync(file, JSON.stringify({ ...demoAccounts, binance: { name: 'Mine', payId: '1' } }))
    expect(read({ TRANSFER_ACCOUNTS: file }).accounts.binance.name).toBe('Mine')
  })

  test('are refused whole for one that is wrong, with its place in the file', () => {
    expect(changed((some) => (some.crypto[0]!.address = '0x12'))).toThrow(/crypto\.0\.address .*40 hex digits/)
    expect(changed((some) => (some.crypto = []))).toThrow('crypto in it is wrong')
    expect(changed((some) => void delete (some.bank as Partial<typeof some.bank>).swift)).toThrow('bank.swift in it')
  })

  test('are a JSON file that is there', () => {
    expect(written('{')).toThrow(/^TRANSFER_ACCOUNTS is ".*", but takes the path of a JSON file that can be read\.$/)
    expect(() => read({ TRANSFER_ACCOUNTS: join(folder, 'none.json') })).toThrow('that can be read')
  })
})

test('a demo store makes its secret once and keeps it to itself, beside the database', () => {
  const own = (more = {}) => read({ DATABASE_URL: `file:${folder}/deep/er/store.db`, APP_SECRET: '', ...more }).secret
  const first = own()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(own()).toBe(first)
  const file = join(folder, 'deep/er/app-secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(first)
  expect(own({ APP_SECRET: secret })).toBe(secret)
})

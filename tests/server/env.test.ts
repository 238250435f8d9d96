import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import demoAccounts from '../../server/config/demo-accounts.json' with { type: 'json' }
import { findUnsafeConditions } from '../../server/config/weak-settings.ts'
import { ConfigError, readEnv } from '../../server/env.ts'

let folder: string
let accountsFile: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kade-env-'))
  accountsFile = join(folder, 'accounts.json')
  copyFileSync('tests/transfer-accounts.json', accountsFile)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'a secret that only the tests use'
const readDemo = (variables: Record<string, string> = {}) =>
  readEnv({ DATABASE_URL: `file:${folder}/store.db`, APP_SECRET: secret, ...variables })
const readProduction = (variables: Record<string, string> = {}) =>
  readDemo({
    STORE_MODE: 'live',
    PUBLIC_URL: 'https://kade.example',
    TRANSFER_ACCOUNTS: accountsFile,
    SMTP_URL: 'smtp://localhost',
    ...variables,
  })

it('defaults to demo mode on the loopback interface', () => {
  expect(readDemo()).toMatchObject({
    isProduction: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    seed: 'demo',
    captchaProvider: 'altcha',
    rateLimitsEnabled: true,
    orderExpiryHours: 72,
  })
})

it('reads what is set and treats an empty variable as unset', () => {
  const env = readDemo({
    PORT: '20001',
    PUBLIC_URL: 'https://kade.example/',
    TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16,fd00::/8,',
    SEED: '',
    HOST: '',
  })
  expect(env).toMatchObject({ port: 20001, publicUrl: 'https://kade.example', seed: 'demo', host: '127.0.0.1' })
  const trusted = ['10.0.0.1', '10.1.255.1', 'fd12::1']
  const others = ['10.0.0.2', '10.2.0.1', 'fe00::1', 'nonsense', '']
  expect([...trusted, ...others].filter((address) => env.trustedProxies.has(address))).toEqual(trusted)
  expect(readDemo({ PORT: '20001' }).publicUrl).toBe('http://localhost:20001')
})

it('serves all interfaces without demo content in production', () => {
  expect(readProduction()).toMatchObject({
    isProduction: true,
    seed: 'none',
    host: '0.0.0.0',
    captchaProvider: 'altcha',
    rateLimitsEnabled: true,
  })
})

it.each([
  ['PUBLIC_URL', 'http://localhost:4000'],
  ['PUBLIC_URL', 'https://kade.example'],
  ['DATABASE_URL', 'postgres://store@127.0.0.1/store'],
  ['DATABASE_URL', 'postgres://store@db.example/store?sslmode=verify-full'],
  ['DATABASE_DIRECT_URL', 'postgres://store@db.example/store?sslmode=verify-full'],
])('accepts %s=%s in production', (name, value) => expect(() => readProduction({ [name]: value })).not.toThrow())

it.each([
  ['smtp://localhost', false],
  ['smtp://mail.example', true],
  ['smtps://mail.example', true],
])('for %s in production, requires TLS: %s', (smtpUrl, requireTls) => {
  expect(readProduction({ SMTP_URL: smtpUrl }).mail.requireTls).toBe(requireTls)
})

describe('an invalid variable', () => {
  it.each([
    ['STORE_MODE', 'production', 'STORE_MODE is "production"; expected demo or live.'],
    ['PORT', '0', 'PORT is "0"; expected a port from 1 to 65535.'],
    ['PORT', '65536', 'PORT is "65536"; expected a port from 1 to 65535.'],
    ['PORT', '3000x', 'PORT is "3000x"; expected a port from 1 to 65535.'],
    ['PUBLIC_URL', 'kade.example', 'PUBLIC_URL is "kade.example"; expected an http or https URL.'],
    ['PUBLIC_URL', 'javascript:alert(1)', 'PUBLIC_URL is "javascript:alert(1)"; expected an http or https URL.'],
    ['DATABASE_URL', 'mysql://root:hunter2@db', 'DATABASE_URL is invalid; expected file:PATH or postgres://…'],
    ['DATABASE_DIRECT_URL', 'file:store.db', 'DATABASE_DIRECT_URL is invalid; expected postgres://…'],
    ['SEED', 'yes', 'SEED is "yes"; expected demo or none.'],
    ['APP_SECRET', 'too short', 'APP_SECRET is invalid; expected at least 32 characters.'],
    ['CAPTCHA_PROVIDER', 'hcaptcha', 'CAPTCHA_PROVIDER is "hcaptcha"; expected altcha, recaptcha or off.'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS is "no"; expected on or off.'],
    ['ORDER_EXPIRY_HOURS', '0', 'ORDER_EXPIRY_HOURS is "0"; expected hours from 1 to 8760.'],
    ['ORDER_EXPIRY_HOURS', '1.5', 'ORDER_EXPIRY_HOURS is "1.5"; expected hours from 1 to 8760.'],
    ['SMTP_URL', 'mail.example', 'SMTP_URL is invalid; expected smtp://… or smtps://…'],
    ['MAIL_FROM', 'Kade', 'MAIL_FROM is "Kade"; expected an address, such as Kade <store@example.com>.'],
    ...[
      '10.0.0.0/33',
      '10.0.0.0/8, *,evil',
      'localhost',
      '10.0.0',
      '10.0.0.0/',
      'fe80::1%eth0',
      'fd00::/129',
      '1.2.3.4/8/8',
    ].map((value): [string, string, string] => [
      'TRUSTED_PROXIES',
      value,
      `TRUSTED_PROXIES is "${value}"; expected addresses and networks, such as 10.0.0.1, 10.1.0.0/16 or fd00::/8.`,
    ]),
    ['METRICS_PORT', '3000', 'METRICS_PORT and PORT must differ.'],
    ['STAFF_SECOND_FACTOR', 'yes', 'STAFF_SECOND_FACTOR is "yes"; expected optional or required.'],
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL is "verbose"; expected debug, info, warn, error or silent.'],
    ['REDIS_URL', 'localhost:6379', 'REDIS_URL is invalid; expected redis://… or rediss://…'],
    ['REDIS_URL', 'redis://localhost', 'REDIS_URL connects several processes, which need Postgres'],
    ['CAPTCHA_PROVIDER', 'recaptcha', 'RECAPTCHA_SITE_KEY is required when CAPTCHA_PROVIDER is recaptcha.'],
  ])('is reported with its name, value and what is expected: %s=%s', (name, value, message) => {
    expect(() => readDemo({ [name]: value })).toThrow(ConfigError)
    expect(() => readDemo({ [name]: value })).toThrow(message)
  })

  it('is not shown if it may contain a secret', () => {
    for (const name of ['APP_SECRET', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'RECAPTCHA_VERIFY_URL']) {
      expect(() => readDemo({ [name]: 'x:hunter2' })).toThrow(/^(?!.*hunter2).*$/s)
    }
  })

  it.each([
    ['CAPTCHA_PROVIDER', 'off', "CAPTCHA_PROVIDER can't be off in production."],
    ['RATE_LIMITS', 'off', "RATE_LIMITS can't be off in production."],
    ['SEED', 'demo', "SEED can't be demo in production."],
    ['PUBLIC_URL', 'http://kade.example', 'PUBLIC_URL must be an https URL in production.'],
    ['RECAPTCHA_VERIFY_URL', 'http://verify.example', 'RECAPTCHA_VERIFY_URL must be an https URL in production.'],
    [
      'DATABASE_URL',
      'postgres://store@db.example/store?sslmode=prefer',
      'DATABASE_URL must encrypt a remote connection in production; add sslmode=verify-full.',
    ],
    [
      'DATABASE_DIRECT_URL',
      'postgres://store@db.example/store',
      'DATABASE_DIRECT_URL must encrypt a remote connection in production; add sslmode=verify-full.',
    ],
    ['PUBLIC_URL', '', 'PUBLIC_URL is required in production.'],
    ['APP_SECRET', '', 'APP_SECRET is required in production.'],
    ...['a'.repeat(32), 'changeme'.repeat(4), '12345678'.repeat(5), '0'.repeat(64)].map(
      (value): [string, string, string] => [
        'APP_SECRET',
        value,
        'APP_SECRET is easy to guess; use a random one, such as from openssl rand -hex 32.',
      ],
    ),
    [
      'TRANSFER_ACCOUNTS',
      'server/config/demo-accounts.json',
      'TRANSFER_ACCOUNTS contains accounts of the demo, which belong to nobody; it needs your own in production.',
    ],
    ['SMTP_URL', '', 'SMTP_URL is required in production.'],
    ['TRANSFER_ACCOUNTS', '', 'TRANSFER_ACCOUNTS is required in production.'],
  ])('is rejected in production: %s=%s', (name, value, message) => {
    expect(() => readProduction({ [name]: value })).toThrow(message)
  })
})

it('takes Postgres, with Redis or without, and a secret that is the same for every process', () => {
  const settings = { REDIS_URL: 'redis://redis.example', DATABASE_URL: 'postgres://localhost/store' }
  for (const REDIS_URL of ['', settings.REDIS_URL]) {
    expect(() => readDemo({ ...settings, REDIS_URL, APP_SECRET: '' })).toThrow('APP_SECRET is required with Postgres')
  }
  const secret = randomBytes(32).toString('hex')
  expect(readDemo({ ...settings, APP_SECRET: secret }).redisUrl).toBe('redis://redis.example')
  expect(() => readProduction(settings)).toThrow('REDIS_URL must encrypt a remote connection in production')
  for (const url of ['rediss://redis.example', 'redis://127.0.0.1']) {
    expect(readProduction({ ...settings, REDIS_URL: url }).redisUrl).toBe(url)
  }
})

it('accepts random secrets', () => {
  for (let n = 0; n < 200; n += 1) {
    const value = randomBytes(16).toString('hex')
    expect(() => readProduction({ APP_SECRET: value }), value).not.toThrow()
  }
})

it.each(['bank', 'binance', 'crypto'] as const)('rejects a demo %s account among real ones in production', (method) => {
  const accounts = JSON.parse(readFileSync(accountsFile, 'utf8')) as typeof demoAccounts
  const file = join(folder, `demo-${method}.json`)
  // However the number is written.
  const bank = { ...demoAccounts.bank, accountNumber: '000000000000' }
  const crypto = [
    ...accounts.crypto.slice(1),
    { ...demoAccounts.crypto[0]!, address: demoAccounts.crypto[0]!.address.toLowerCase() },
  ]
  const demo = { bank, binance: demoAccounts.binance, crypto }
  writeFileSync(file, JSON.stringify({ ...accounts, [method]: demo[method] }))
  expect(() => readProduction({ TRANSFER_ACCOUNTS: file })).toThrow('contains accounts of the demo')
})

describe('findUnsafeConditions', () => {
  it.each([
    [1000, 0o600, []],
    [1000, 0o640, []],
    [undefined, 0o600, []],
    [0, 0o600, ['The store runs as root. Give it a system user of its own.']],
    [1000, 0o644, ['Every user of this machine can read .env, which contains secrets. Give it mode 600.']],
  ])('for uid %j and an .env of mode %i returns %j', (uid, mode, conditions) => {
    const envFile = join(folder, `.env-${mode}`)
    writeFileSync(envFile, '', { mode })
    chmodSync(envFile, mode)
    expect(findUnsafeConditions({ uid, envFile })).toEqual(conditions)
  })

  it('does not mind that there is no .env', () => {
    expect(findUnsafeConditions({ uid: 1000, envFile: join(folder, 'none') })).toEqual([])
  })
})

describe('TRANSFER_ACCOUNTS', () => {
  const readingFile = (text: string) => {
    const file = join(folder, 'changed.json')
    writeFileSync(file, text)
    return () => readDemo({ TRANSFER_ACCOUNTS: file })
  }
  const readingChanged = (change: (accounts: typeof demoAccounts) => void) => {
    const accounts = structuredClone(demoAccounts)
    change(accounts)
    return readingFile(JSON.stringify(accounts))
  }

  it('replaces the demo accounts', () => {
    const read = readingChanged((accounts) => (accounts.binance = { ...accounts.binance, name: 'Mine' }))
    expect(read().transferAccounts.binance.name).toBe('Mine')
  })

  it('is rejected with the path of the first invalid field', () => {
    expect(readingChanged((accounts) => (accounts.crypto[0]!.address = '0x12'))).toThrow(
      /crypto\.0\.address in it is invalid: .*40 hex digits/,
    )
    expect(readingChanged((accounts) => (accounts.crypto = []))).toThrow('crypto in it is invalid')
    const onTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    const change = (account: object) => readingChanged((accounts) => Object.assign(accounts.crypto[0]!, account))
    expect(change({ address: onTron })).toThrow('crypto.0.address in it is invalid: must be an address on BASE')
    const tron = { network: 'TRC20', tokens: ['USDT'], address: onTron }
    expect(change({ ...tron, address: onTron.replace('6t', '6u') })).toThrow('must be an address on TRC20')
    expect(change({ ...tron, tokens: ['USDT', 'USDC'] })).toThrow("can't contain USDC on TRC20")
    expect(change({ ...tron, tokens: ['ETH'] })).toThrow("can't contain ETH on TRC20")
    expect(change(tron)().transferAccounts.crypto[0]).toEqual(tron)
    expect(readingChanged(({ bank }) => void delete (bank as Partial<typeof bank>).swift)).toThrow('bank.swift in it')
  })

  it('must be the path of a readable JSON file', () => {
    expect(readingFile('{')).toThrow(/^TRANSFER_ACCOUNTS is ".*"; expected the path of a readable JSON file\.$/)
    expect(() => readDemo({ TRANSFER_ACCOUNTS: join(folder, 'none.json') })).toThrow('a readable JSON file')
  })
})

it('creates the demo secret once, readable only by its owner, beside the database', () => {
  const readSecret = (variables = {}) =>
    readDemo({ DATABASE_URL: `file:${folder}/deep/er/store.db`, APP_SECRET: '', ...variables }).secret
  const first = readSecret()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(readSecret()).toBe(first)
  const file = join(folder, 'deep/er/app-secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(first)
  expect(readSecret({ APP_SECRET: secret })).toBe(secret)
})

describe('CHAIN_CHECK', () => {
  const readChain = (networks: unknown, variables: Record<string, string> = {}, read = readDemo) => {
    const file = join(folder, 'chain.json')
    writeFileSync(file, JSON.stringify({ networks }))
    return read({ CHAIN_CHECK: file, ...variables }).chain
  }
  const endpoints = ['https://one.example/key-1', 'https://two.example/'].map((url) => ({ url }))

  it('is off unless it is set, and has defaults for each network', () => {
    expect(readDemo().chain).toBeNull()
    expect(readChain({ BEP20: { endpoints } }, { CHAIN_POLICY: 'off' })).toBeNull()
    expect(readChain({ BEP20: { endpoints }, ERC20: { endpoints, confirmations: 3, scan: false } })).toMatchObject({
      policy: 'suggest',
      autoLimitCents: 5000,
      autoDailyCents: 50_000,
      toleranceCents: 0,
      networks: [
        { network: 'BEP20', chainId: 56, agree: 2, confirmations: 15, scan: true, own: false },
        { network: 'ERC20', chainId: 1, agree: 2, confirmations: 3, scan: false },
      ],
    })
  })

  it.each<[string, unknown, string]>([
    ['one endpoint', { BEP20: { endpoints: endpoints.slice(0, 1) } }, 'fewer endpoints than must agree'],
    ['one host', { BEP20: { endpoints: [endpoints[0], { url: 'https://one.example/2' }] } }, 'on different hosts'],
    ['plain http', { BEP20: { endpoints: [...endpoints, { url: 'http://three.example' }] } }, 'must be https'],
    ['an unknown network', { TRC10: { endpoints } }, 'TRC10'],
    ['an unknown field', { BEP20: { endpoints, confirmation: 1 } }, 'confirmation'],
  ])('with %s stops the start, and the error shows no address', (_, networks, reason) => {
    const read = () => readChain(networks)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(reason)
    expect(read).not.toThrow('key-1')
  })

  it('may use this machine, in production only for one’s own nodes', () => {
    const local = [{ url: 'http://127.0.0.1:8545' }, { url: 'http://127.0.0.1:8546' }]
    expect(readChain({ BEP20: { endpoints: local } })).not.toBeNull()
    expect(() => readChain({ BEP20: { endpoints: local } }, {}, readProduction)).toThrow('https in production')
    const own = { BEP20: { endpoints: local.slice(0, 1), agree: 1, own: true } }
    expect(readChain(own, {}, readProduction)).not.toBeNull()
  })
})

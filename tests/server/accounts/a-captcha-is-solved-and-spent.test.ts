import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore } from '../../app.ts'

const please = 'Please complete the reCAPTCHA'
let person = 0
const register = (store: TestStore, recaptchaToken?: string) =>
  store.call('POST', '/auth/register', {
    firstName: 'Ada',
    lastName: 'F',
    email: `ada${(person += 1)}@example.com`,
    password: 'demo1234',
    ...(recaptchaToken !== undefined && { recaptchaToken }),
  })

describe('ALTCHA', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore({ CAPTCHA_PROVIDER: 'altcha' })
  })
  afterAll(() => store.close())

  const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
  async function solve() {
    const { body } = await store.call('GET', '/captcha/challenge')
    const { parameters, signature } = body as unknown as Challenge
    const challenge = { parameters, signature } as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    return { challenge, solution }
  }

  test('a solution opens an account, once', async () => {
    const token = encode(await solve())
    expect((await register(store, token)).status).toBe(200)
    const again = await register(store, token)
    expect([again.status, again.body.message]).toEqual([400, please])
  })

  test('of ten who use one solution together, one gets in', async () => {
    const token = encode(await solve())
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(store, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('the same solution written otherwise is the same solution', async () => {
    const { challenge, solution } = await solve()
    expect((await register(store, encode({ challenge, solution }))).status).toBe(200)
    const shouted = { ...challenge, signature: challenge.signature!.toUpperCase() }
    for (const payload of [
      { solution, challenge, more: 1 },
      { challenge: shouted, solution },
      { challenge: { ...challenge, signature: ` ${challenge.signature}` }, solution },
    ]) {
      expect((await register(store, encode(payload))).status).toBe(400)
    }
  })

  test('nothing, nonsense and a forgery are no solutions', async () => {
    const before = await store.store.db.$count(users)
    const { challenge, solution } = await solve()
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' } }
    const forged = [
      { challenge: easier, solution },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge: { parameters: challenge.parameters }, solution },
      { challenge, solution: null },
      { challenge: null },
      null,
      7,
    ]
    const tokens = [undefined, '', 'nonsense', '{}', ...forged.map(encode)]
    for (const token of tokens) {
      const { status, body } = await register(store, token)
      expect([status, body.message], token).toEqual([400, please])
    }
    expect(await store.store.db.$count(users)).toBe(before)
  })

  test('signing in asks for one too, before it looks at the password', async () => {
    const { status, body } = await store.call('POST', '/auth/login', { email: 'a@example.com', password: 'demo1234' })
    expect([status, body.message]).toEqual([400, please])
  })

  test('a challenge of another store is none of this one’s', async () => {
    const other = await openTestStore({
      CAPTCHA_PROVIDER: 'altcha',
      APP_SECRET: 'another secret, as long as it must be',
    })
    const token = encode(await solve())
    expect((await register(other, token)).status).toBe(400)
    await other.close()
  })
})

describe('reCAPTCHA', () => {
  const asked: URLSearchParams[] = []
  let answer: { status: number; body: string } = { status: 200, body: '{}' }
  let google: Server
  let store: TestStore
  beforeAll(async () => {
    google = createServer((request, response) => {
      let sent = ''
      request.on('data', (chunk: Buffer) => (sent += chunk.toString()))
      request.on('end', () => {
        asked.push(new URLSearchParams(sent))
        response.writeHead(answer.status).end(answer.body)
      })
    })
    await new Promise<void>((listening) => google.listen(0, '127.0.0.1', listening))
    store = await openTestStore({
      CAPTCHA_PROVIDER: 'recaptcha',
      RECAPTCHA_SITE_KEY: 'site',
      RECAPTCHA_SECRET: 'hush',
      RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`,
    })
  })
  afterAll(async () => {
    await store.close()
    google.close()
  })

  test('is asked with the secret, and its yes is a yes', async () => {
    answer = { status: 200, body: '{"success": true}' }
    expect((await register(store, 'a token')).status).toBe(200)
    expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ secret: 'hush', response: 'a token' })
  })

  test.each(['{"success": false}', '{}', '{"success": "true"}'])('%s is a no', async (body) => {
    answer = { status: 200, body }
    const refused = await register(store, 'a token')
    expect([refused.status, refused.body.message]).toEqual([400, please])
  })

  test('is not asked about nothing', async () => {
    const before = asked.length
    const refused = await register(store)
    expect([refused.status, refused.body.message]).toEqual([400, please])
    expect(asked).toHaveLength(before)
  })

  test('that is out of order lets nobody in, and the store says that it is not their fault', async () => {
    answer = { status: 502, body: '<html>Bad gateway</html>' }
    const before = await store.store.db.$count(users)
    const refused = await register(store, 'a token')
    expect([refused.status, refused.body.error]).toEqual([503, 'captcha_unavailable'])
    expect(await store.store.db.$count(users)).toBe(before)
  })

  test('the secret is in no answer, the site key is', async () => {
    const { body } = await store.call('GET', '/config')
    expect(body).toMatchObject({ captcha: { provider: 'recaptcha', siteKey: 'site' } })
    expect(JSON.stringify(body)).not.toContain('hush')
  })
})

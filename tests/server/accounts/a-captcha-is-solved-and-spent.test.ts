import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
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
  let challenge: Challenge
  let solution: Solution
  beforeAll(async () => {
    store = await openTestStore({ CAPTCHA_PROVIDER: 'altcha' })
    const { parameters, signature } = (await store.call('GET', '/captcha/challenge')).body as unknown as Challenge
    challenge = { parameters, signature: signature! }
    solution = (await solveChallenge({ challenge, deriveKey }))!
  })
  afterAll(() => store.close())

  const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
  async function expectRefused(from: TestStore, token: string | undefined) {
    const before = await from.store.db.$count(users)
    const { status, body } = await register(from, token)
    expect([status, body.message], token).toEqual([400, please])
    expect(await from.store.db.$count(users)).toBe(before)
  }

  test.each([undefined, '', 'nonsense', '{}', encode(null), encode(7), encode({ challenge: null })])(
    '%j is no solution',
    (token) => expectRefused(store, token),
  )

  test('neither is a forgery', async () => {
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' } }
    for (const forged of [
      { challenge: easier, solution },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge: { parameters: challenge.parameters }, solution },
      { challenge, solution: null },
    ]) {
      await expectRefused(store, encode(forged))
    }
  })

  test('nor what another store asked for', async () => {
    const other = await openTestStore({
      CAPTCHA_PROVIDER: 'altcha',
      APP_SECRET: 'another secret, as long as it must be',
    })
    await expectRefused(other, encode({ challenge, solution }))
    await other.close()
  })

  test('signing in asks for one too, before it looks at the password', async () => {
    const { status, body } = await store.call('POST', '/auth/login', { email: 'a@example.com', password: 'demo1234' })
    expect([status, body.message]).toEqual([400, please])
  })

  test('of ten who use one solution together, one gets in', async () => {
    const token = encode({ challenge, solution })
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(store, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('and nobody after that, however the solution is written', async () => {
    for (const payload of [
      { challenge, solution },
      { solution, challenge, more: 1 },
      { challenge: { ...challenge, signature: challenge.signature!.toUpperCase() }, solution },
      { challenge: { ...challenge, signature: ` ${challenge.signature}` }, solution },
    ]) {
      await expectRefused(store, encode(payload))
    }
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

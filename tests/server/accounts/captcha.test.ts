import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'

const captchaRequired = 'Please complete the reCAPTCHA'
let counter = 0
const register = (server: TestServer, recaptchaToken?: string) =>
  server.call('POST', '/auth/register', {
    firstName: 'Ada',
    lastName: 'F',
    email: `ada${(counter += 1)}@example.com`,
    password: 'demo1234',
    ...(recaptchaToken !== undefined && { recaptchaToken }),
  })

describe('ALTCHA', () => {
  let server: TestServer
  let challenge: Challenge
  let solution: Solution
  beforeAll(async () => {
    server = await startTestServer({ CAPTCHA_PROVIDER: 'altcha' })
    const { parameters, signature } = (await server.call('GET', '/captcha/challenge')).body as unknown as Challenge
    challenge = { parameters, signature: signature! }
    solution = (await solveChallenge({ challenge, deriveKey }))!
  })
  afterAll(() => server.close())

  const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
  async function expectRejected(server: TestServer, token: string | undefined) {
    const usersBefore = await server.app.db.$count(users)
    const { status, body } = await register(server, token)
    expect([status, body.message], token).toEqual([400, captchaRequired])
    expect(await server.app.db.$count(users)).toBe(usersBefore)
  }

  it.each([undefined, '', 'nonsense', '{}', encode(null), encode(7), encode({ challenge: null })])(
    'rejects %j',
    (token) => expectRejected(server, token),
  )

  it('rejects a forged challenge or solution', async () => {
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' } }
    for (const forged of [
      { challenge: easier, solution },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge: { parameters: challenge.parameters }, solution },
      { challenge, solution: null },
    ]) {
      await expectRejected(server, encode(forged))
    }
  })

  it('rejects a solution to the challenge of a server with another secret', async () => {
    const other = await startTestServer({
      CAPTCHA_PROVIDER: 'altcha',
      APP_SECRET: 'another secret, as long as it must be',
    })
    await expectRejected(other, encode({ challenge, solution }))
    await other.close()
  })

  it('is required to log in too, before the password is checked', async () => {
    const { status, body } = await server.call('POST', '/auth/login', { email: 'a@example.com', password: 'demo1234' })
    expect([status, body.message]).toEqual([400, captchaRequired])
  })

  it('accepts a solution once when ten requests send it at the same time', async () => {
    const token = encode({ challenge, solution })
    const responses = await Promise.all(Array.from({ length: 10 }, () => register(server, token)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('rejects a used solution, however it is encoded', async () => {
    for (const payload of [
      { challenge, solution },
      { solution, challenge, more: 1 },
      { challenge: { ...challenge, signature: challenge.signature!.toUpperCase() }, solution },
      { challenge: { ...challenge, signature: ` ${challenge.signature}` }, solution },
    ]) {
      await expectRejected(server, encode(payload))
    }
  })
})

describe('reCAPTCHA', () => {
  const verifications: URLSearchParams[] = []
  let googleResponse: { status: number; body: string } = { status: 200, body: '{}' }
  let google: Server
  let server: TestServer
  beforeAll(async () => {
    google = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        verifications.push(new URLSearchParams(body))
        response.writeHead(googleResponse.status).end(googleResponse.body)
      })
    })
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
    server = await startTestServer({
      CAPTCHA_PROVIDER: 'recaptcha',
      RECAPTCHA_SITE_KEY: 'site',
      RECAPTCHA_SECRET: 'the secret key',
      RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`,
    })
  })
  afterAll(async () => {
    await server.close()
    google.close()
  })

  it('verifies the token with the secret and accepts it when Google does', async () => {
    googleResponse = { status: 200, body: '{"success": true}' }
    expect((await register(server, 'a token')).status).toBe(200)
    expect(Object.fromEntries(verifications.at(-1)!)).toMatchObject({ secret: 'the secret key', response: 'a token' })
  })

  it.each(['{"success": false}', '{}', '{"success": "true"}'])(
    'rejects the token when Google answers %s',
    async (body) => {
      googleResponse = { status: 200, body }
      const rejected = await register(server, 'a token')
      expect([rejected.status, rejected.body.message]).toEqual([400, captchaRequired])
    },
  )

  it('does not call Google without a token', async () => {
    const before = verifications.length
    const rejected = await register(server)
    expect([rejected.status, rejected.body.message]).toEqual([400, captchaRequired])
    expect(verifications).toHaveLength(before)
  })

  it('returns 503 and registers nobody when Google fails', async () => {
    googleResponse = { status: 502, body: '<html>Bad gateway</html>' }
    const usersBefore = await server.app.db.$count(users)
    const rejected = await register(server, 'a token')
    expect([rejected.status, rejected.body.error]).toEqual([503, 'captcha_unavailable'])
    expect(await server.app.db.$count(users)).toBe(usersBefore)
  })

  it('exposes the site key but not the secret', async () => {
    const { body } = await server.call('GET', '/config')
    expect(body).toMatchObject({ captcha: { provider: 'recaptcha', siteKey: 'site' } })
    expect(JSON.stringify(body)).not.toContain('the secret key')
  })
})

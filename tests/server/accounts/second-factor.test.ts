import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit, recoveryCodes, secondFactors, sessions } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { matchTimeStep } from '../../../server/accounts/totp.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { codeOf, subjectsTo, untilEarlyInStep } from '../mail/emails.ts'

let server: TestServer
let passwordHash: string
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword('a good one')
})
beforeEach(async () => {
  await untilEarlyInStep()
  mira = await buildStaff(server, { passwordHash })
})
afterAll(() => server.close())

type SecondFactorData = {
  secret: string
  uri: string
  recoveryCodes: string[]
  since: string | null
  recoveryCodesLeft: number
}
const call = (path: string, body?: unknown, user = mira) =>
  server.call<SecondFactorData>('POST', `/auth/second-factor${path}`, body, { token: user.token })
const readState = async () =>
  (await server.call<SecondFactorData>('GET', '/auth/second-factor', undefined, { token: mira.token })).body.data
const signIn = (code?: string, password = 'a good one') =>
  server.call('POST', '/auth/login', { email: mira.email, password, ...(code !== undefined && { code }) })

/** Confirms with the previous time step's code, so that the current one is still unused. */
async function turnOn() {
  const { secret } = (await call('')).body.data
  const on = await call('/confirm', { password: 'a good one', code: codeOf(secret, -1) })
  expect(on.status).toBe(200)
  return { secret, codes: on.body.data.recoveryCodes }
}

describe('setting it up', () => {
  it('returns a secret and its otpauth URI, and takes effect once a code is confirmed', async () => {
    const { status, body } = await call('')
    expect(status).toBe(200)
    expect(body.data.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.data.uri)
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Kade:${mira.email}`,
    ])
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: body.data.secret,
      issuer: 'Kade',
      digits: '6',
      period: '30',
    })
    expect(await readState()).toEqual({ since: null, recoveryCodesLeft: 0, required: false })
    expect((await signIn()).status, 'before it is confirmed').toBe(200)

    const wrong = await call('/confirm', { password: 'a good one', code: codeOf(body.data.secret, 5) })
    expect([wrong.status, wrong.body.error]).toEqual([422, 'wrong_code'])
    const code = codeOf(body.data.secret)
    const on = await call('/confirm', { password: 'a good one', code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(on).toMatchObject({ status: 200, body: { message: 'Two-factor authentication is on.' } })
    expect(new Set(on.body.data.recoveryCodes).size).toBe(10)
    expect(
      on.body.data.recoveryCodes.every((recoveryCode) => /^([a-z2-9]{5}-){4}[a-z2-9]{5}$/.test(recoveryCode)),
    ).toBe(true)
    expect(await readState()).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
    expect(subjectsTo(server, mira.email)).toEqual(['Two-factor authentication turned on for your Kade account'])
    expect(await server.app.db.select().from(audit).where(eq(audit.actorId, mira.id))).toMatchObject([
      { action: 'second_factor.on', subject: 'staff', subjectId: mira.id, before: null, after: null },
    ])
  })

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, codes } = await turnOn()
    const stored = JSON.stringify([
      await server.app.db.select().from(secondFactors),
      await server.app.db.select().from(recoveryCodes),
      await server.app.db.select().from(audit),
    ])
    for (const plainText of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(plainText)
    }
  })

  it('can be started over until it is confirmed, but not after', async () => {
    const first = (await call('')).body.data.secret
    const second = (await call('')).body.data.secret
    expect(second).not.toBe(first)
    expect(await call('/confirm', { password: 'a good one', code: codeOf(first) })).toMatchObject({ status: 422 })
    expect(await call('/confirm', { password: 'a good one', code: codeOf(second) })).toMatchObject({ status: 200 })
    expect(await call('')).toMatchObject({ status: 409, body: { error: 'second_factor_in_use' } })
    expect(await call('/confirm', { password: 'a good one', code: codeOf(second) })).toMatchObject({ status: 409 })
  })

  it('requires the password, and ends every other session when turned on and off', async () => {
    const isValid = async (token: string) => (await server.call('GET', '/auth/me', undefined, { token })).status === 200
    const otherToken = (await signIn()).body.token
    const { secret } = (await call('')).body.data
    const wrong = await call('/confirm', { password: 'not hers', code: codeOf(secret, -1) })
    expect([wrong.status, wrong.body.error]).toEqual([422, 'wrong_password'])
    expect((await call('/confirm', { code: codeOf(secret, -1) })).status).toBe(400)
    expect([await readState(), await isValid(otherToken)]).toEqual([
      { since: null, recoveryCodesLeft: 0, required: false },
      true,
    ])
    const on = await call('/confirm', { password: 'a good one', code: codeOf(secret, -1) })
    expect([on.status, await isValid(otherToken), await isValid(mira.token)]).toEqual([200, false, true])

    const { token } = (await signIn(on.body.data.recoveryCodes[0])).body
    expect(await isValid(token)).toBe(true)
    const off = await call('/remove', { password: 'a good one', code: on.body.data.recoveryCodes[1] })
    expect([off.status, await isValid(token), await isValid(mira.token)]).toEqual([200, false, true])
  })

  it('returns 403 for customers', async () => {
    const customer = await buildUser(server)
    for (const [path, body] of [
      ['', undefined],
      ['/confirm', { password: 'x', code: '123456' }],
      ['/remove', { password: 'x', code: 'y' }],
    ] as const) {
      expect(await call(path, body, customer)).toMatchObject({ status: 403, body: { error: 'staff_only' } })
    }
  })
})

describe('logging in', () => {
  it('asks for a code only after the right password', async () => {
    await turnOn()
    const sessionsBefore = await server.app.db.$count(sessions)
    const rejected = await signIn()
    expect([rejected.status, rejected.body.error]).toEqual([401, 'second_factor_required'])
    expect(rejected.headers.get('set-cookie')).toBeNull()
    expect(rejected.body).not.toHaveProperty('token')
    expect(await signIn(undefined, 'not hers')).toMatchObject({ status: 401, body: { error: 'wrong_credentials' } })
    expect(await server.app.db.$count(sessions)).toBe(sessionsBefore)
  })

  it('accepts each code once', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    expect((await signIn(code)).status).toBe(200)
    expect(await signIn(code)).toMatchObject({ status: 401, body: { error: 'wrong_code' } })
    const next = codeOf(secret, 1)
    const responses = await Promise.all(Array.from({ length: 5 }, () => signIn(next)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
    expect((await signIn(code)).status, 'a code of an earlier time step').toBe(401)
  })

  it('rejects the code that turned it on', async () => {
    const { secret } = (await call('')).body.data
    const code = codeOf(secret)
    await call('/confirm', { password: 'a good one', code })
    expect((await signIn(code)).status).toBe(401)
  })

  it('accepts a recovery code once, however it is typed', async () => {
    const { codes } = await turnOn()
    expect((await signIn(codes[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(codes[0])).status).toBe(401)
    expect((await readState()).recoveryCodesLeft).toBe(9)
    expect(subjectsTo(server, mira.email)).toContain('A recovery code was used for your Kade account')
  })

  it('rejects a colleague’s recovery code and malformed codes', async () => {
    const { codes } = await turnOn()
    mira = await buildStaff(server, { passwordHash })
    await turnOn()
    for (const code of [codes[0]!, '000000', 'x', '1234567', '------', 'aaaaa-aaaaa']) {
      expect((await signIn(code)).status, code).toBe(401)
    }
  })

  it('limits attempts per user, from any IP address', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
    const staff = await buildStaff(limited, { passwordHash })
    const url = await limited.listen()
    const statuses = []
    for (let n = 0; n < 12; n += 1) {
      const response = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
        body: JSON.stringify({ email: staff.email, password: 'a good one', code: '000000' }),
      })
      statuses.push(response.status)
    }
    expect(statuses.slice(10)).toEqual([429, 429])
    await limited.close()
  })

  it('opens a session of 12 hours for staff and of 90 days for a customer', async () => {
    const customer = await buildUser(server, { passwordHash })
    const sessionHours = async ({ email, id }: TestUser) => {
      await server.call('POST', '/auth/login', { email, password: 'a good one' })
      const rows = await server.app.db.select().from(sessions).where(eq(sessions.userId, id))
      return rows.map((row) => Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 3_600_000))
    }
    expect(await sessionHours(mira)).toEqual([12, 12])
    expect(await sessionHours(customer)).toEqual([90 * 24, 90 * 24])
  })
})

describe('turning it off', () => {
  it('requires the password and a code', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    expect(await call('/remove', { password: 'not hers', code })).toMatchObject({
      status: 422,
      body: { error: 'wrong_password' },
    })
    expect(await call('/remove', { password: 'a good one', code: codeOf(secret, 5) })).toMatchObject({
      status: 422,
      body: { error: 'wrong_code' },
    })
    expect(await call('/remove', { password: 'a good one', code })).toMatchObject({ status: 200 })
    expect(await readState()).toEqual({ since: null, recoveryCodesLeft: 0, required: false })
    expect(await server.app.db.$count(recoveryCodes, eq(recoveryCodes.userId, mira.id))).toBe(0)
    expect((await signIn()).status).toBe(200)
    expect(await call('/remove', { password: 'a good one', code })).toMatchObject({ status: 409 })
    expect(subjectsTo(server, mira.email)).toContain('Two-factor authentication turned off for your Kade account')
  })

  it('accepts a recovery code', async () => {
    const { codes } = await turnOn()
    expect(await call('/remove', { password: 'a good one', code: codes[3] })).toMatchObject({ status: 200 })
  })
})

it('accepts a code in its own time step, the previous and the next one', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const now = Date.now()
  const step = Math.floor(now / 30_000)
  const steps = [-2, -1, 0, 1, 2].map((offset) => matchTimeStep(secret, codeOf(secret, offset), now))
  expect(steps).toEqual([null, step - 1, step, step + 1, null])
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit, recoveryCodes, secondFactors, sessions } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { stepOf } from '../../../server/accounts/totp.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildStaff, buildUser, type Somebody } from '../../build.ts'
import { codeOf, subjectsTo, untilEarlyInStep } from './letters.ts'

let store: TestStore
let passwordHash: string
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  passwordHash = await hashPassword('a good one')
})
beforeEach(async () => {
  await untilEarlyInStep()
  mira = await buildStaff(store, { passwordHash })
})
afterAll(() => store.close())

type Told = { secret: string; uri: string; recoveryCodes: string[]; since: string | null; recoveryCodesLeft: number }
const call = (path: string, body?: unknown, by = mira) =>
  store.call<Told>('POST', `/auth/second-factor${path}`, body, { token: by.token })
const state = async () =>
  (await store.call<Told>('GET', '/auth/second-factor', undefined, { token: mira.token })).body.data
const signIn = (code?: string, password = 'a good one') =>
  store.call('POST', '/auth/login', { email: mira.email, password, ...(code !== undefined && { code }) })

/** Turned on with the code of the step before this, so that this one's is still good. */
async function turnOn() {
  const { secret } = (await call('')).body.data
  const on = await call('/confirm', { password: 'a good one', code: codeOf(secret, -1) })
  expect(on.status).toBe(200)
  return { secret, codes: on.body.data.recoveryCodes }
}

describe('setting it up', () => {
  test('gives a secret and its address for an app, and counts once a code is confirmed', async () => {
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
    expect(await state()).toEqual({ since: null, recoveryCodesLeft: 0 })
    expect((await signIn()).status, 'not yet').toBe(200)

    const wrong = await call('/confirm', { password: 'a good one', code: codeOf(body.data.secret, 5) })
    expect([wrong.status, wrong.body.error]).toEqual([422, 'wrong_code'])
    const code = codeOf(body.data.secret)
    const on = await call('/confirm', { password: 'a good one', code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(on).toMatchObject({ status: 200, body: { message: 'Your second factor is on.' } })
    expect(new Set(on.body.data.recoveryCodes).size).toBe(10)
    expect(on.body.data.recoveryCodes.every((one) => /^([a-z2-9]{5}-){4}[a-z2-9]{5}$/.test(one))).toBe(true)
    expect(await state()).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
    expect(subjectsTo(store, mira.email)).toEqual(['The second factor of your Kade account is on'])
    expect(await store.store.db.select().from(audit).where(eq(audit.actorId, mira.id))).toMatchObject([
      { action: 'second_factor.on', subject: 'staff', subjectId: mira.id, before: null, after: null },
    ])
  })

  test('keeps neither the secret nor the recovery codes as they are', async () => {
    const { secret, codes } = await turnOn()
    const kept = JSON.stringify([
      await store.store.db.select().from(secondFactors),
      await store.store.db.select().from(recoveryCodes),
      await store.store.db.select().from(audit),
    ])
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(kept).not.toContain(hidden)
    }
  })

  test('can be begun again until it is confirmed, and not after', async () => {
    const first = (await call('')).body.data.secret
    const second = (await call('')).body.data.secret
    expect(second).not.toBe(first)
    expect(await call('/confirm', { password: 'a good one', code: codeOf(first) })).toMatchObject({ status: 422 })
    expect(await call('/confirm', { password: 'a good one', code: codeOf(second) })).toMatchObject({ status: 200 })
    expect(await call('')).toMatchObject({ status: 409, body: { error: 'second_factor_in_use' } })
    expect(await call('/confirm', { password: 'a good one', code: codeOf(second) })).toMatchObject({ status: 409 })
  })

  test('asks for the password, and ends every session but this one, on and off', async () => {
    const elsewhere = async () => (await signIn()).body.token
    const works = async (token: string) => (await store.call('GET', '/auth/me', undefined, { token })).status === 200
    const before = await elsewhere()
    const { secret } = (await call('')).body.data
    const wrong = await call('/confirm', { password: 'not hers', code: codeOf(secret, -1) })
    expect([wrong.status, wrong.body.error]).toEqual([422, 'wrong_password'])
    expect((await call('/confirm', { code: codeOf(secret, -1) })).status).toBe(400)
    expect([await state(), await works(before)]).toEqual([{ since: null, recoveryCodesLeft: 0 }, true])
    const on = await call('/confirm', { password: 'a good one', code: codeOf(secret, -1) })
    expect([on.status, await works(before), await works(mira.token)]).toEqual([200, false, true])

    const { token } = (await signIn(on.body.data.recoveryCodes[0])).body
    expect(await works(token)).toBe(true)
    const off = await call('/remove', { password: 'a good one', code: on.body.data.recoveryCodes[1] })
    expect([off.status, await works(token), await works(mira.token)]).toEqual([200, false, true])
  })

  test('is for staff alone', async () => {
    const customer = await buildUser(store)
    for (const [path, body] of [
      ['', undefined],
      ['/confirm', { password: 'x', code: '123456' }],
      ['/remove', { password: 'x', code: 'y' }],
    ] as const) {
      expect(await call(path, body, customer)).toMatchObject({ status: 403, body: { error: 'staff_only' } })
    }
  })
})

describe('signing in', () => {
  test('asks for a code, and only after the password', async () => {
    await turnOn()
    const before = await store.store.db.$count(sessions)
    const asked = await signIn()
    expect([asked.status, asked.body.error]).toEqual([401, 'second_factor_required'])
    expect(asked.headers.get('set-cookie')).toBeNull()
    expect(asked.body).not.toHaveProperty('token')
    expect(await signIn(undefined, 'not hers')).toMatchObject({ status: 401, body: { error: 'wrong_credentials' } })
    expect(await store.store.db.$count(sessions)).toBe(before)
  })

  test('takes each code once', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    expect((await signIn(code)).status).toBe(200)
    expect(await signIn(code)).toMatchObject({ status: 401, body: { error: 'wrong_code' } })
    const next = codeOf(secret, 1)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(next)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401, 401])
    expect((await signIn(code)).status, 'nor an earlier one').toBe(401)
  })

  test('does not take the code that turned it on', async () => {
    const { secret } = (await call('')).body.data
    const code = codeOf(secret)
    await call('/confirm', { password: 'a good one', code })
    expect((await signIn(code)).status).toBe(401)
  })

  test('takes a recovery code once, however it is typed', async () => {
    const { codes } = await turnOn()
    expect((await signIn(codes[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(codes[0])).status).toBe(401)
    expect((await state()).recoveryCodesLeft).toBe(9)
    expect(subjectsTo(store, mira.email)).toContain('A recovery code was used at Kade')
  })

  test('does not take the recovery code of a colleague, nor nonsense', async () => {
    const { codes } = await turnOn()
    mira = await buildStaff(store, { passwordHash })
    await turnOn()
    for (const code of [codes[0]!, '000000', 'x', '1234567', '------', 'aaaaa-aaaaa']) {
      expect((await signIn(code)).status, code).toBe(401)
    }
  })

  test('counts the codes that are tried, from wherever', async () => {
    const slow = await openTestStore({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
    const staff = await buildStaff(slow, { passwordHash })
    const url = await slow.listen()
    const statuses = []
    for (let n = 0; n < 12; n += 1) {
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
        body: JSON.stringify({ email: staff.email, password: 'a good one', code: '000000' }),
      })
      statuses.push(answer.status)
    }
    expect(statuses.slice(10)).toEqual([429, 429])
    await slow.close()
  })

  test('lasts 12 hours in all for staff, 90 days for a customer', async () => {
    const customer = await buildUser(store, { passwordHash })
    const hoursOf = async ({ email, id }: Somebody) => {
      await store.call('POST', '/auth/login', { email, password: 'a good one' })
      const rows = await store.store.db.select().from(sessions).where(eq(sessions.userId, id))
      return rows.map((row) => Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 3_600_000))
    }
    expect(await hoursOf(mira)).toEqual([12, 12])
    expect(await hoursOf(customer)).toEqual([90 * 24, 90 * 24])
  })
})

describe('turning it off', () => {
  test('takes the password and a code', async () => {
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
    expect(await state()).toEqual({ since: null, recoveryCodesLeft: 0 })
    expect(await store.store.db.$count(recoveryCodes, eq(recoveryCodes.userId, mira.id))).toBe(0)
    expect((await signIn()).status).toBe(200)
    expect(await call('/remove', { password: 'a good one', code })).toMatchObject({ status: 409 })
    expect(subjectsTo(store, mira.email)).toContain('The second factor of your Kade account is off')
  })

  test('goes with a recovery code too', async () => {
    const { codes } = await turnOn()
    expect(await call('/remove', { password: 'a good one', code: codes[3] })).toMatchObject({ status: 200 })
  })
})

test('a code is good in its step, the one before and the one after', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const now = Date.now()
  const step = Math.floor(now / 30_000)
  const steps = [-2, -1, 0, 1, 2].map((offset) => stepOf(secret, codeOf(secret, offset), now))
  expect(steps).toEqual([null, step - 1, step, step + 1, null])
})

import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit, recoveryCodes } from '../../../drizzle/schema.ts'
import { verifyAudit } from '../../../server/audit/verify-audit.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { codeOf, subjectsTo, untilEarlyInStep } from '../mail/emails.ts'

type Member = { _id: string; firstName: string; lastName: string; email: string; secondFactorSince: string | null }

const password = 'a good one'
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

/** Turns a second factor on. @returns codes that are still unused: the current one and a recovery code */
async function turnOn(server: TestServer, { token }: TestUser) {
  const begun = await server.call<{ secret: string }>('POST', '/auth/second-factor', undefined, { token })
  const { secret } = begun.body.data
  const body = { password, code: codeOf(secret, -1) }
  const on = await server.call<{ recoveryCodes: string[] }>('POST', '/auth/second-factor/confirm', body, { token })
  expect(on.status).toBe(200)
  return { secret, code: codeOf(secret), recoveryCode: on.body.data.recoveryCodes[0]! }
}

describe('the team', () => {
  let server: TestServer
  let mira: TestUser
  let ishara: TestUser
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await untilEarlyInStep()
    mira = await buildStaff(server, { passwordHash })
    ishara = await buildStaff(server, { passwordHash })
  })

  const list = async () =>
    (await server.call<Member[]>('GET', '/admin/team', undefined, { token: mira.token })).body.data
  const reset = (id: string, code: string, { token } = mira) =>
    server.call<Member>('POST', `/admin/team/${id}/second-factor/reset`, { code }, { token })
  const signIn = ({ email }: TestUser, code?: string) =>
    server.call('POST', '/auth/login', { email, password, ...(code !== undefined && { code }) })
  const isValid = async (token: string) => (await server.call('GET', '/auth/me', undefined, { token })).status === 200

  it('lists all staff and who has a second factor, and nobody else', async () => {
    const customer = await buildUser(server)
    await turnOn(server, ishara)
    const members = await list()
    expect(members.find(({ _id }) => _id === mira.id)).toEqual({
      _id: mira.id,
      firstName: mira.firstName,
      lastName: mira.lastName,
      email: mira.email,
      secondFactorSince: null,
    })
    expect(members.find(({ _id }) => _id === ishara.id)!.secondFactorSince).toEqual(expect.any(String))
    expect(members.map(({ _id }) => _id)).not.toContain(customer.id)
    expect(await server.call('GET', '/admin/team', undefined, { token: customer.token })).toMatchObject({ status: 403 })
  })

  it('resets a colleague’s second factor: sessions and codes end, the colleague is notified, and the audit log records it', async () => {
    const [own, lost] = [await turnOn(server, mira), await turnOn(server, ishara)]
    const [socket, staffSocket] = [
      await server.connect({ token: ishara.token }),
      await server.connect({ token: mira.token }),
    ]
    const { status, body } = await reset(ishara.id, own.code)
    expect([status, body.message]).toEqual([200, 'Two-factor authentication was reset.'])
    expect(body.data).toMatchObject({ _id: ishara.id, secondFactorSince: null })
    await waitFor(() => socket.payloads('disconnect').length > 0)
    expect(socket.payloads('session.ended')).toEqual([{ reason: 'staff' }])
    expect([await isValid(ishara.token), await isValid(mira.token)]).toEqual([false, true])
    expect(await server.app.db.$count(recoveryCodes, eq(recoveryCodes.userId, ishara.id))).toBe(0)
    expect((await signIn(ishara)).status).toBe(200)
    expect((await signIn(mira)).status, 'the own one stays').toBe(401)
    await waitFor(() =>
      subjectsTo(server, ishara.email).includes('Two-factor authentication reset for your Kade account'),
    )
    const [entry] = await server.app.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
    expect(entry).toMatchObject({
      actorId: mira.id,
      action: 'second_factor.reset',
      subject: 'staff',
      subjectId: ishara.id,
    })
    await waitFor(() => staffSocket.eventSummaries().includes('audit.added'))
    expect(staffSocket.events().filter(({ type }) => type === 'staff.member')).toMatchObject([
      { data: { member: { _id: ishara.id, secondFactorSince: null } } },
    ])
    expect(await reset(ishara.id, own.recoveryCode)).toMatchObject({ status: 409, body: { error: 'no_second_factor' } })
    expect(lost.code).not.toBe('')
  })

  it('publishes when a colleague turns theirs on or off', async () => {
    const staffSocket = await server.connect({ token: mira.token })
    const { code } = await turnOn(server, ishara)
    await server.call('POST', '/auth/second-factor/remove', { password, code }, { token: ishara.token })
    const sinces = () =>
      staffSocket
        .events()
        .filter(({ type }) => type === 'staff.member')
        .map(({ data }) => (data.member as Member).secondFactorSince !== null)
    await waitFor(() => sinces().length === 2)
    expect(sinces()).toEqual([true, false])
  })

  it('takes a code of one’s own second factor, once', async () => {
    await turnOn(server, ishara)
    const without = await reset(ishara.id, '123456')
    expect([without.status, without.body.error]).toEqual([409, 'own_second_factor_off'])
    const own = await turnOn(server, mira)
    for (const code of ['000000', 'aaaaa-bbbbb-ccccc-ddddd-eeeee']) {
      expect(await reset(ishara.id, code)).toMatchObject({ status: 422, body: { error: 'wrong_code' } })
    }
    const another = await buildStaff(server, { passwordHash })
    await turnOn(server, another)
    const results = await Promise.all([reset(ishara.id, own.code), reset(another.id, own.code)])
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('resets neither one’s own nor that of a customer or of nobody', async () => {
    const own = await turnOn(server, mira)
    const customer = await buildUser(server)
    expect(await reset(mira.id, own.code)).toMatchObject({ status: 422, body: { error: 'own_second_factor' } })
    for (const id of [customer.id, 'none']) {
      expect(await reset(id, own.code)).toMatchObject({ status: 404, body: { message: 'Member of staff not found' } })
    }
    expect((await list()).find(({ _id }) => _id === mira.id)!.secondFactorSince).not.toBeNull()
    expect((await reset(mira.id, own.code, customer)).status).toBe(403)
    expect((await verifyAudit(server.app.db)).broken).toBeNull()
  })
})

describe('with STAFF_SECOND_FACTOR=required', () => {
  let server: TestServer
  let mira: TestUser
  beforeAll(async () => {
    server = await startTestServer({ STAFF_SECOND_FACTOR: 'required' })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await untilEarlyInStep()
    mira = await buildStaff(server, { passwordHash })
  })
  const get = (path: string, { token } = mira) => server.call('GET', path, undefined, { token })

  it('answers 403 to every call for staff until they have set one up, but shows them who they are', async () => {
    for (const [method, path] of [
      ['GET', '/admin/orders'],
      ['GET', '/admin/team'],
      ['GET', '/admin/audit'],
      ['PATCH', '/admin/orders/none/verify'],
      ['POST', '/admin/pictures'],
      ['POST', '/auth/second-factor/remove'],
    ] as const) {
      const { status, body } = await server.call(method, path, undefined, { token: mira.token })
      expect([status, body.error], path).toEqual([403, 'second_factor_setup_required'])
    }
    expect((await get('/auth/me')).body.user).toMatchObject({ _id: mira.id, isAdmin: true })
    expect((await get('/auth/second-factor')).body.data).toEqual({ since: null, recoveryCodesLeft: 0, required: true })
    const customer = await buildUser(server)
    expect(await get('/admin/orders', customer)).toMatchObject({ status: 403, body: { error: 'staff_only' } })
    expect(await get('/orders/none', customer)).toMatchObject({ status: 404 })
    expect(await get('/support-chat?userId=' + customer.id), 'nor by the calls of customers').not.toMatchObject({
      status: 200,
    })
  })

  it('gives their sockets no staff stream, and lets them in once it is on', async () => {
    const limited = await server.connect({ token: mira.token })
    expect(Object.keys(limited.payloads('welcome')[0]!.streams as object).toSorted()).toEqual(['catalogue', 'user'])
    const { code } = await turnOn(server, mira)
    expect((await get('/admin/orders')).status).toBe(200)
    const full = await server.connect({ token: mira.token })
    expect(Object.keys(full.payloads('welcome')[0]!.streams as object)).toContain('staff')

    // Turning it off again ends the session, which was staff's.
    const removed = await server.call('POST', '/auth/second-factor/remove', { password, code }, { token: mira.token })
    expect(removed.status).toBe(200)
    await waitFor(() => full.payloads('disconnect').length > 0)
    expect((await get('/auth/me')).status).toBe(401)
    const login = await server.call('POST', '/auth/login', { email: mira.email, password })
    expect(login.status).toBe(200)
    expect((await get('/admin/orders', { ...mira, token: login.body.token })).status).toBe(403)
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity, mailLinks, users } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildUser as buildUserRow, type TestUser } from '../../build.ts'
import { subjectsTo, tokenSentTo } from '../mail/emails.ts'

let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(password)
})
afterAll(() => server.close())

const profileOf = ({ firstName, lastName, email, phone }: TestUser) => ({ firstName, lastName, email, phone })
const password = 'the owner’s own'
const send = (user: TestUser, changes: object) =>
  server.call('POST', '/auth/update', { ...profileOf(user), ...changes }, { token: user.token })
/** With the password, where it's required. */
const update = (user: TestUser, changes: object = {}) =>
  send(user, { ...changes, ...('email' in changes && { password }) })
const buildUser = (fields: Partial<TestUser> = {}) => buildUserRow(server, { passwordHash, ...fields })
const confirm = (token: string) => server.call('POST', '/auth/confirm-email', { token })
const me = async ({ token }: TestUser) =>
  (await server.call<Wire['user']>('GET', '/auth/me', undefined, { token })).body.user
const rowOf = async ({ id }: TestUser) => (await server.app.db.select().from(users).where(eq(users.id, id)))[0]!

describe('updating the profile', () => {
  it('changes the profile, publishes it to the user’s devices and records the activity', async () => {
    const [ada, other] = [await buildUser(), await buildUser()]
    const [device, otherDevice] = [
      await server.connect({ token: ada.token }),
      await server.connect({ token: other.token }),
    ]
    const { status, body } = await update(ada, { firstName: ' Augusta ', lastName: 'King', phone: '+94-771234567' })
    expect([status, body.message]).toEqual([200, 'Profile updated successfully!'])
    expect(body.user).toMatchObject({ firstName: 'Augusta', lastName: 'King', phone: '+94-771234567' })
    expect(await me(ada)).toEqual(body.user)
    await expect.poll(() => device.eventSummaries()).toEqual(['user.changed'])
    expect(device.events()[0]!.data).toEqual({ user: body.user })
    expect(otherDevice.eventSummaries()).toEqual([])
    expect(await server.app.db.select().from(activity).where(eq(activity.userId, ada.id))).toMatchObject([
      { type: 'profile_update', description: 'Updated the profile' },
    ])
    expect(subjectsTo(server, ada.email)).toEqual([])
    expect((await update(ada, { phone: '' })).body.user.phone).toBe('')
  })

  it.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada@' }, 'Email is invalid'],
    [{ phone: '+-771234567' }, 'Country code required'],
    [{ phone: '+94-' }, 'Phone number required'],
    [{ isAdmin: true }, 'Unknown field: isAdmin.'],
    [{ points: 5 }, 'Unknown field: points.'],
  ])('rejects %j: %s', async (changes, message) => {
    const ada = await buildUser()
    const { status, body } = await update(ada, changes)
    expect([status, body.message]).toEqual([400, message])
    expect(await rowOf(ada)).toEqual(expect.objectContaining(profileOf(ada)))
  })
})

describe('changing the email address', () => {
  it.each([
    [{}, 422, 'password_required', 'To change your email address, please enter your current password.'],
    [{ password: 'a stolen guess' }, 422, 'wrong_password', 'Current password is incorrect'],
    [{ password: '' }, 400, 'invalid', 'Current password is required'],
    [{ password: 7 }, 400, 'invalid', undefined],
  ])('returns an error and changes nothing with %j', async (fields, status, error, message) => {
    for (const isAdmin of [false, true]) {
      const ada = await buildUser({ isAdmin })
      const response = await send(ada, { firstName: 'Augusta', email: 'thief@example.com', ...fields })
      expect([response.status, response.body.error]).toEqual([status, error])
      if (message) expect(response.body.message).toBe(message)
      expect(await rowOf(ada)).toMatchObject(profileOf(ada))
      expect([subjectsTo(server, 'thief@example.com'), subjectsTo(server, ada.email)]).toEqual([[], []])
    }
  })

  it('takes no password for the other fields, and none for the address as it is', async () => {
    const ada = await buildUser()
    expect((await send(ada, { firstName: 'Augusta' })).status).toBe(200)
    expect((await send(ada, { email: ada.email.toUpperCase() })).status).toBe(200)
    expect((await rowOf(ada)).firstName).toBe(ada.firstName)
  })

  it('limits wrong passwords to five a minute, together with the other calls that take it', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' })
    const ada = await buildUserRow(limited, { passwordHash })
    const guess = { ...profileOf(ada), email: 'thief@example.com', password: 'a guess' }
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await limited.call('POST', '/auth/update', guess, { token: ada.token })).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    await limited.close()
  })

  it('takes effect when the link is opened, and notifies both addresses', async () => {
    const ada = await buildUser()
    const device = await server.connect({ token: ada.token })
    const { status, body } = await update(ada, { email: 'Ada.New@Example.com' })
    expect([status, body.message]).toEqual([
      200,
      'Profile updated successfully! Open the link sent to ada.new@example.com to confirm the new address.',
    ])
    expect(body.user.email).toBe(ada.email)
    expect(subjectsTo(server, ada.email)).toEqual(['Email change requested for your Kade account'])

    const token = await tokenSentTo(server, 'ada.new@example.com')
    expect(JSON.stringify(await server.app.db.select().from(mailLinks))).not.toContain(token)
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { message: 'Your new email address is confirmed.' },
    })
    expect((await me(ada)).email).toBe('ada.new@example.com')
    await expect.poll(() => device.eventSummaries()).toEqual(['user.changed', 'user.changed'])
    expect(device.events()[1]!.data).toMatchObject({ user: { email: 'ada.new@example.com' } })
    expect(subjectsTo(server, ada.email)).toContain('Your Kade email address was changed')

    expect(await confirm(token)).toMatchObject({ status: 422, body: { error: 'link_over' } })
  })

  it('returns 409 for another account’s address and leaves the profile unchanged', async () => {
    const [ada, sam] = [await buildUser(), await buildUser()]
    const { status, body } = await update(ada, { email: sam.email.toUpperCase(), firstName: 'Augusta' })
    expect([status, body.message]).toEqual([409, 'An account with this email already exists'])
    expect((await rowOf(ada)).firstName).toBe(ada.firstName)
    expect(subjectsTo(server, sam.email)).toEqual([])
  })

  it('returns 409 when another account has taken the address before the link is opened', async () => {
    const ada = await buildUser()
    await update(ada, { email: 'wanted@example.com' })
    const token = await tokenSentTo(server, 'wanted@example.com')
    await buildUser({ email: 'wanted@example.com' })
    expect(await confirm(token)).toMatchObject({ status: 409, body: { error: 'email_taken' } })
    expect((await rowOf(ada)).email).toBe(ada.email)
  })

  it('lets one of two users who confirm the same address at the same time have it', async () => {
    const rivals = [await buildUser(), await buildUser()]
    const tokens = []
    for (const user of rivals) {
      await update(user, { email: 'popular@example.com' })
      tokens.push(await tokenSentTo(server, 'popular@example.com'))
    }
    const responses = await Promise.all(tokens.map(confirm))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)!.body.error).toBe('email_taken')
  })

  it('revokes links emailed to the old address', async () => {
    const ada = await buildUser()
    await server.call('POST', '/auth/forgot-password', { email: ada.email })
    const resetToken = await tokenSentTo(server, ada.email, 'reset')
    await update(ada, { email: 'safe@example.com' })
    expect(await confirm(await tokenSentTo(server, 'safe@example.com'))).toMatchObject({ status: 200 })
    const reset = { token: resetToken, password: 'a better one' }
    expect(await server.call('POST', '/auth/reset-password', reset)).toMatchObject({
      status: 422,
      body: { error: 'link_over' },
    })
    expect((await rowOf(ada)).passwordHash).toBe(ada.passwordHash)
  })

  it('revokes the link of an earlier change', async () => {
    const ada = await buildUser()
    await update(ada, { email: 'first@example.com' })
    const first = await tokenSentTo(server, 'first@example.com')
    await update(ada, { email: 'second@example.com' })
    expect(await confirm(first)).toMatchObject({ status: 422 })
    expect(await confirm(await tokenSentTo(server, 'second@example.com'))).toMatchObject({ status: 200 })
    expect((await rowOf(ada)).email).toBe('second@example.com')
  })

  it('lets one of ten simultaneous confirmations succeed', async () => {
    const ada = await buildUser()
    await update(ada, { email: 'ten@example.com' })
    const token = await tokenSentTo(server, 'ten@example.com')
    const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(422),
    ])
  })

  it.each(['x', 'x'.repeat(43)])('returns 422 for the token %j', async (token) => {
    expect(await confirm(token)).toMatchObject({ status: 422, body: { error: 'link_over' } })
  })

  it('returns 422 after a day, and for a link to reset the password', async () => {
    const ada = await buildUser()
    await update(ada, { email: 'late@example.com' })
    const token = await tokenSentTo(server, 'late@example.com')
    await server.call('POST', '/auth/forgot-password', { email: ada.email })
    expect(await confirm(await tokenSentTo(server, ada.email, 'reset'))).toMatchObject({ status: 422 })
    const [link] = await server.app.db.select().from(mailLinks).where(eq(mailLinks.email, 'late@example.com'))
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBeCloseTo(24 * 3_600_000, -4)
    await server.app.db.update(mailLinks).set({ expiresAt: new Date(Date.now() - 1) })
    expect(await confirm(token)).toMatchObject({ status: 422 })
  })
})

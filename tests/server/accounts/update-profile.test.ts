import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activity, mailLinks, users } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildUser, type Somebody } from '../../build.ts'
import { subjectsTo, tokenSentTo } from './letters.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const profileOf = ({ firstName, lastName, email, phone }: Somebody) => ({ firstName, lastName, email, phone })
const update = (somebody: Somebody, given: object = {}) =>
  store.call('POST', '/auth/update', { ...profileOf(somebody), ...given }, { token: somebody.token })
const confirm = (token: string) => store.call('POST', '/auth/confirm-email', { token })
const me = async ({ token }: Somebody) =>
  (await store.call<Wire['user']>('GET', '/auth/me', undefined, { token })).body.user
const rowOf = async ({ id }: Somebody) => (await store.store.db.select().from(users).where(eq(users.id, id)))[0]!

describe('a profile', () => {
  test('is changed, told to all of one’s devices and noted in one’s activity', async () => {
    const [ada, other] = [await buildUser(store), await buildUser(store)]
    const [phone, stranger] = [await store.follow({ token: ada.token }), await store.follow({ token: other.token })]
    const { status, body } = await update(ada, { firstName: ' Augusta ', lastName: 'King', phone: '+94-771234567' })
    expect([status, body.message]).toEqual([200, 'Profile updated successfully!'])
    expect(body.user).toMatchObject({ firstName: 'Augusta', lastName: 'King', phone: '+94-771234567' })
    expect(await me(ada)).toEqual(body.user)
    await expect.poll(() => phone.heard()).toEqual(['user.changed'])
    expect(phone.events()[0]!.data).toEqual({ user: body.user })
    expect(stranger.heard()).toEqual([])
    expect(await store.store.db.select().from(activity).where(eq(activity.userId, ada.id))).toMatchObject([
      { type: 'profile_update', description: 'Updated the profile' },
    ])
    expect(subjectsTo(store, ada.email)).toEqual([])
    expect((await update(ada, { phone: '' })).body.user.phone).toBe('')
  })

  test.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada@' }, 'Email is invalid'],
    [{ phone: '+-771234567' }, 'Country code required'],
    [{ phone: '+94-' }, 'Phone number required'],
    [{ isAdmin: true }, 'Unknown field: isAdmin.'],
    [{ points: 5 }, 'Unknown field: points.'],
  ])('refuses %j: %s', async (given, message) => {
    const ada = await buildUser(store)
    const { status, body } = await update(ada, given)
    expect([status, body.message]).toEqual([400, message])
    expect(await rowOf(ada)).toEqual(expect.objectContaining(profileOf(ada)))
  })
})

describe('a new e-mail address', () => {
  test('counts once the link sent to it is opened, and both addresses are told', async () => {
    const ada = await buildUser(store)
    const device = await store.follow({ token: ada.token })
    const { status, body } = await update(ada, { email: 'Ada.New@Example.com' })
    expect([status, body.message]).toEqual([
      200,
      'Profile updated successfully! Open the link sent to ada.new@example.com to confirm the new address.',
    ])
    expect(body.user.email).toBe(ada.email)
    expect(subjectsTo(store, ada.email)).toEqual(['A new email address was asked for at Kade'])

    const token = await tokenSentTo(store, 'ada.new@example.com')
    expect(JSON.stringify(await store.store.db.select().from(mailLinks))).not.toContain(token)
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { message: 'Your new email address is confirmed.' },
    })
    expect((await me(ada)).email).toBe('ada.new@example.com')
    await expect.poll(() => device.heard()).toEqual(['user.changed', 'user.changed'])
    expect(device.events()[1]!.data).toMatchObject({ user: { email: 'ada.new@example.com' } })
    expect(subjectsTo(store, ada.email)).toContain('Your email address at Kade was changed')

    expect(await confirm(token)).toMatchObject({ status: 422, body: { error: 'link_over' } })
  })

  test('that another account has is refused, and nothing else of the profile changes', async () => {
    const [ada, sam] = [await buildUser(store), await buildUser(store)]
    const { status, body } = await update(ada, { email: sam.email.toUpperCase(), firstName: 'Augusta' })
    expect([status, body.message]).toEqual([409, 'An account with this email already exists'])
    expect((await rowOf(ada)).firstName).toBe(ada.firstName)
    expect(subjectsTo(store, sam.email)).toEqual([])
  })

  test('that another account took meanwhile is refused when the link is opened', async () => {
    const ada = await buildUser(store)
    await update(ada, { email: 'wanted@example.com' })
    const token = await tokenSentTo(store, 'wanted@example.com')
    await buildUser(store, { email: 'wanted@example.com' })
    expect(await confirm(token)).toMatchObject({ status: 409, body: { error: 'email_taken' } })
    expect((await rowOf(ada)).email).toBe(ada.email)
  })

  test('voids the one asked for before', async () => {
    const ada = await buildUser(store)
    await update(ada, { email: 'first@example.com' })
    const first = await tokenSentTo(store, 'first@example.com')
    await update(ada, { email: 'second@example.com' })
    expect(await confirm(first)).toMatchObject({ status: 422 })
    expect(await confirm(await tokenSentTo(store, 'second@example.com'))).toMatchObject({ status: 200 })
    expect((await rowOf(ada)).email).toBe('second@example.com')
  })

  test('is taken once of ten at the same time', async () => {
    const ada = await buildUser(store)
    await update(ada, { email: 'ten@example.com' })
    const token = await tokenSentTo(store, 'ten@example.com')
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(9).fill(422),
    ])
  })

  test.each(['x', 'x'.repeat(43)])('is not confirmed with the token %j', async (token) => {
    expect(await confirm(token)).toMatchObject({ status: 422, body: { error: 'link_over' } })
  })

  test('is not confirmed after a day, nor with a link to set a password', async () => {
    const ada = await buildUser(store)
    await update(ada, { email: 'late@example.com' })
    const token = await tokenSentTo(store, 'late@example.com')
    await store.call('POST', '/auth/forgot-password', { email: ada.email })
    expect(await confirm(await tokenSentTo(store, ada.email, 'reset'))).toMatchObject({ status: 422 })
    const [link] = await store.store.db.select().from(mailLinks).where(eq(mailLinks.email, 'late@example.com'))
    expect(link!.expiresAt.getTime() - link!.createdAt.getTime()).toBeCloseTo(24 * 3_600_000, -4)
    await store.store.db.update(mailLinks).set({ expiresAt: new Date(Date.now() - 1) })
    expect(await confirm(token)).toMatchObject({ status: 422 })
  })
})

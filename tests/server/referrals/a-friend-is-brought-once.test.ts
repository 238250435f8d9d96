import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { referrals, users } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { firstName: 'Ada', lastName: 'Fernando' })
  await create(ada, ' ada 2026 ')
})
afterAll(() => store.close())

const create = (who: Somebody, code: string) => store.call('POST', '/referral', { code }, { token: who.token })
const use = (who: Somebody, code = 'ADA2026', userId = who.id) =>
  store.call('POST', '/referral/use', { code, userId }, { token: who.token })

test('a code is stripped, upper-cased, and belongs to one person for good', async () => {
  const own = await store.call('GET', `/referral/${ada.id}`, undefined, { token: ada.token })
  expect(own.body).toMatchObject({ referral: { code: 'ADA2026', referred: [] } })
  const sam = await buildUser(store)
  expect(await create(sam, 'ada2026')).toMatchObject({ status: 409, body: { error: 'code_taken' } })
  expect(await create(ada, 'OTHER')).toMatchObject({ status: 409, body: { error: 'has_code' } })
  expect(await create(sam, '')).toMatchObject({ status: 400, body: { message: 'Please enter a referral code' } })
  expect(await create(sam, 'no-dash')).toMatchObject({
    status: 400,
    body: { message: 'Code must be 2-32 characters: letters and numbers only' },
  })
})

test('a visitor learns of a code only whose first name it has', async () => {
  const { body } = await store.call('GET', '/referral/code/ada2026')
  expect(body).toEqual({ success: true, referral: { code: 'ADA2026', firstName: 'Ada' } })
  expect(await store.call('GET', '/referral/code/nobody')).toMatchObject({
    status: 404,
    body: { message: 'Invalid referral code' },
  })
})

test('using a code tells its owner, who sees a first name and an initial', async () => {
  const owner = await store.follow({ token: ada.token })
  await until(() => owner.told.length > 0)
  const friend = await buildUser(store, { firstName: 'Ravi', lastName: 'Kumar' })
  expect((await use(friend)).body).toMatchObject({ message: 'Referral code applied successfully.' })
  await until(() => owner.events().length === 2)
  expect(owner.events().map(({ type }) => type)).toEqual(['notification.created', 'referral.changed'])
  expect(owner.events()[1]!.data).toMatchObject({ referral: { referred: [{ name: 'Ravi K.', rewarded: false }] } })
  expect(await use(friend)).toMatchObject({ status: 409, body: { error: 'already_referred' } })
})

test('whoever used one is told so on their other screens, and is not asked again', async () => {
  const friend = await buildUser(store)
  const told = await store.follow({ token: friend.token })
  await until(() => told.told.length > 0)
  await use(friend)
  await until(() => told.events().length === 1)
  expect(told.events()[0]).toMatchObject({ type: 'referral.changed', data: { referral: null, usedCode: true } })
  const own = await store.call('GET', `/referral/${friend.id}`, undefined, { token: friend.token })
  expect(own.body).toEqual({ success: true, referral: null, usedCode: true })
})

test('its owner hears when the friend’s first order was verified', async () => {
  const [owner, friend, staff] = [await buildUser(store), await buildUser(store), await buildStaff(store)]
  await create(owner, 'FIRSTORDER')
  await use(friend, 'FIRSTORDER')
  const told = await store.follow({ token: owner.token })
  await until(() => told.told.length > 0)
  await buildVerifiedOrder(store, friend, staff)
  await until(() => told.events().some(({ type }) => type === 'referral.changed'))
  const { data } = told.events().find(({ type }) => type === 'referral.changed')!
  expect(data).toMatchObject({ referral: { referred: [{ rewarded: true }] } })
})

test('never oneself, never for another, never after a week', async () => {
  expect(await use(ada)).toMatchObject({ status: 422, body: { error: 'own_code' } })
  const [sam, late] = [await buildUser(store), await buildUser(store)]
  expect(await use(sam, 'ADA2026', ada.id)).toMatchObject({ status: 403 })
  await store.store.db
    .update(users)
    .set({ createdAt: new Date(Date.now() - 8 * 24 * 3_600_000) })
    .where(eq(users.id, late.id))
  expect(await use(late)).toMatchObject({ status: 422, body: { error: 'too_late' } })
  expect(await use(sam, 'NOBODY')).toMatchObject({ status: 404 })
  expect(await store.store.db.$count(referrals, eq(referrals.refereeId, sam.id))).toBe(0)
})

test('fifty at once leave one', async () => {
  const friend = await buildUser(store)
  const answers = await Promise.all(Array.from({ length: 50 }, () => use(friend)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a stranger’s codes and friends are nobody’s business', async () => {
  const stranger = await buildUser(store)
  expect(await store.call('GET', `/referral/${ada.id}`, undefined, { token: stranger.token })).toMatchObject({
    status: 404,
  })
  const own = await store.call('GET', `/referral/${stranger.id}`, undefined, { token: stranger.token })
  expect(own.body).toEqual({ success: true, referral: null, usedCode: false })
})

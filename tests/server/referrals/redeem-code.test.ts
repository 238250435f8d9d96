import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pointsEntries, referrals, users } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { firstName: 'Ada', lastName: 'Fernando' })
  await create(ada, ' ada 2026 ')
})
afterAll(() => server.close())

const create = (user: TestUser, code: string) => server.call('POST', '/referral', { code }, { token: user.token })
const redeem = (user: TestUser, code = 'ADA2026', userId = user.id) =>
  server.call('POST', '/referral/use', { code, userId }, { token: user.token })

it('normalizes a new code, and returns 409 when it is taken or the user has one', async () => {
  const own = await server.call('GET', `/referral/${ada.id}`, undefined, { token: ada.token })
  expect(own.body).toMatchObject({ referral: { code: 'ADA2026', referred: [] } })
  const sam = await buildUser(server)
  expect(await create(sam, 'ada2026')).toMatchObject({ status: 409, body: { error: 'code_taken' } })
  expect(await create(ada, 'OTHER')).toMatchObject({ status: 409, body: { error: 'has_code' } })
  expect(await create(sam, '')).toMatchObject({ status: 400, body: { message: 'Please enter a referral code' } })
  expect(await create(sam, 'no-dash')).toMatchObject({
    status: 400,
    body: { message: 'Code must be 2-32 characters: letters and numbers only' },
  })
})

it('shows visitors only the first name of a code’s owner', async () => {
  const { body } = await server.call('GET', '/referral/code/ada2026')
  expect(body).toEqual({ success: true, referral: { code: 'ADA2026', firstName: 'Ada' } })
  expect(await server.call('GET', '/referral/code/nobody')).toMatchObject({
    status: 404,
    body: { message: 'Invalid referral code' },
  })
})

it('notifies the code’s owner, who sees a first name and an initial', async () => {
  const owner = await server.connect({ token: ada.token })
  await waitFor(() => owner.received.length > 0)
  const friend = await buildUser(server, { firstName: 'Ravi', lastName: 'Kumar' })
  expect((await redeem(friend)).body).toMatchObject({ message: 'Referral code applied successfully.' })
  await waitFor(() => owner.events().length === 2)
  expect(owner.events().map(({ type }) => type)).toEqual(['notification.created', 'referral.changed'])
  expect(owner.events()[1]!.data).toMatchObject({ referral: { referred: [{ name: 'Ravi K.', rewarded: false }] } })
  expect(await redeem(friend)).toMatchObject({ status: 409, body: { error: 'already_referred' } })
})

it('publishes to the new user’s other devices that a code was redeemed', async () => {
  const friend = await buildUser(server)
  const device = await server.connect({ token: friend.token })
  await waitFor(() => device.received.length > 0)
  await redeem(friend)
  await waitFor(() => device.events().length === 1)
  expect(device.events()[0]).toMatchObject({ type: 'referral.changed', data: { referral: null, usedCode: true } })
  const own = await server.call('GET', `/referral/${friend.id}`, undefined, { token: friend.token })
  expect(own.body).toEqual({ success: true, referral: null, usedCode: true })
})

it('publishes the reward to the owner when the friend’s first order is verified', async () => {
  const [owner, friend, staff] = [await buildUser(server), await buildUser(server), await buildStaff(server)]
  await create(owner, 'FIRSTORDER')
  await redeem(friend, 'FIRSTORDER')
  const device = await server.connect({ token: owner.token })
  await waitFor(() => device.received.length > 0)
  await buildVerifiedOrder(server, friend, staff)
  await waitFor(() => device.events().some(({ type }) => type === 'referral.changed'))
  const { data } = device.events().find(({ type }) => type === 'referral.changed')!
  expect(data).toMatchObject({ referral: { referred: [{ rewarded: true }] } })
})

it('rejects one’s own code, another user’s id, an unknown code, and redeeming after 7 days', async () => {
  expect(await redeem(ada)).toMatchObject({ status: 422, body: { error: 'own_code' } })
  const [sam, late] = [await buildUser(server), await buildUser(server)]
  expect(await redeem(sam, 'ADA2026', ada.id)).toMatchObject({ status: 403 })
  await server.app.db
    .update(users)
    .set({ createdAt: new Date(Date.now() - 8 * 24 * 3_600_000) })
    .where(eq(users.id, late.id))
  expect(await redeem(late)).toMatchObject({ status: 422, body: { error: 'too_late' } })
  expect(await redeem(sam, 'NOBODY')).toMatchObject({ status: 404 })
  expect(await server.app.db.$count(referrals, eq(referrals.refereeId, sam.id))).toBe(0)
})

it('accepts one of fifty concurrent requests', async () => {
  const friend = await buildUser(server)
  const responses = await Promise.all(Array.from({ length: 50 }, () => redeem(friend)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('does not show a user’s referrals to another customer', async () => {
  const stranger = await buildUser(server)
  expect(await server.call('GET', `/referral/${ada.id}`, undefined, { token: stranger.token })).toMatchObject({
    status: 404,
  })
  const own = await server.call('GET', `/referral/${stranger.id}`, undefined, { token: stranger.token })
  expect(own.body).toEqual({ success: true, referral: null, usedCode: false })
})

describe('two customers', () => {
  async function buildPair(code: string) {
    const pair = [await buildUser(server), await buildUser(server)] as const
    await create(pair[0], `${code}A`)
    await create(pair[1], `${code}B`)
    return pair
  }

  it('can’t use each other’s codes', async () => {
    const [one, two] = await buildPair('CIRCLE')
    expect((await redeem(one, 'CIRCLEB')).status).toBe(200)
    expect(await redeem(two, 'CIRCLEA')).toMatchObject({
      status: 422,
      body: { error: 'mutual_referral', message: 'This customer has used your code, so you can’t use theirs.' },
    })
    expect(await server.app.db.$count(referrals, eq(referrals.refereeId, two.id))).toBe(0)
    const third = await buildUser(server)
    expect((await redeem(third, 'CIRCLEA')).status).toBe(200)
    expect((await redeem(two, 'ADA2026')).status, 'another code is still open to them').toBe(200)
  })

  it('refer at most one another when both redeem at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [one, two] = await buildPair(`AT${round}`)
      const responses = await Promise.all([redeem(one, `AT${round}B`), redeem(two, `AT${round}A`)])
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    }
  })

  it('who used each other’s codes before that was refused earn in one direction only', async () => {
    const staff = await buildStaff(server)
    const [one, two] = [await buildUser(server), await buildUser(server)]
    const at = Date.now()
    await server.app.db.insert(referrals).values([
      { refereeId: one.id, referrerId: two.id, createdAt: new Date(at - 2000) },
      { refereeId: two.id, referrerId: one.id, createdAt: new Date(at - 1000) },
    ])
    await buildVerifiedOrder(server, one, staff, { price: 5000 })
    await buildVerifiedOrder(server, two, staff, { price: 5000 })
    const earned = await server.app.db.select().from(pointsEntries).where(eq(pointsEntries.source, 'referral'))
    const byUser = (id: string) => earned.filter(({ userId }) => userId === id).map(({ points }) => points)
    expect([byUser(one.id), byUser(two.id)]).toEqual([[], [5]])
  })
})

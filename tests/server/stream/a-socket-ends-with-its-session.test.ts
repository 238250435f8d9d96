import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTokens, users } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/accounts/identify.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { change } from '../../../server/stream/change.ts'
import { type Follower, openTestStore, type TestStore, until } from '../../app.ts'
import { buildStaff, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const signInAgain = async (user: Somebody) =>
  (await change(store.store, (making) => openSession(making, user, 'test'))).access
const expiresIn = (token: string, ms: number) =>
  store.store.db
    .update(accessTokens)
    .set({ expiresAt: new Date(Date.now() + ms) })
    .where(eq(accessTokens.hash, hashToken(token)))
const isCut = (follower: Follower) => follower.told.at(-1)?.name === 'disconnect'

describe('a session on its socket', () => {
  test('ends with its token', async () => {
    const ada = await buildUser(store)
    await expiresIn(ada.token, 400)
    const follower = await store.follow({ token: ada.token })
    expect(follower.told[0]!.name).toBe('welcome')
    await until(() => isCut(follower))
    expect(follower.all('session.ended')).toEqual([{ reason: 'expired' }])
  })

  test('goes on when it is renewed in time', async () => {
    const ada = await buildUser(store)
    await expiresIn(ada.token, 400)
    const follower = await store.follow({ token: ada.token })
    const renewed = await signInAgain(ada)
    expect(await follower.ask('session', { token: renewed })).toEqual({ success: true })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(follower.told.map((one) => one.name)).toEqual(['welcome'])
  })

  test('is the one that it was renewed with: that one’s end is the socket’s', async () => {
    const ada = await buildUser(store)
    const follower = await store.follow({ token: ada.token })
    const renewed = await signInAgain(ada)
    await follower.ask('session', { token: renewed })
    await store.call('POST', '/auth/logout', undefined, { token: renewed })
    await until(() => isCut(follower), 1000)
    expect(follower.all('session.ended')).toEqual([{ reason: 'logout' }])
  })

  test('is not renewed by another’s token, an old one, or for a visitor', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const follower = await store.follow({ token: ada.token })
    const refused = { success: false, message: 'Please log in.', error: 'unauthorized' }
    expect(await follower.ask('session', { token: eve.token })).toEqual(refused)
    const old = await signInAgain(ada)
    await expiresIn(old, -1)
    expect(await follower.ask('session', { token: old })).toEqual(refused)
    expect(await (await store.follow()).ask('session', { token: eve.token })).toEqual(refused)
  })

  test('that is over is taken by no socket', async () => {
    const ada = await buildUser(store)
    await store.call('POST', '/auth/logout', undefined, { token: ada.token })
    const refused = await store.follow({ token: ada.token })
    expect(refused.told).toEqual([{ name: 'connect_error', data: { message: 'unauthorized' } }])
  })

  test('that ends while its socket joins is not left with one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const ada = await buildUser(store)
      const [follower] = await Promise.all([
        store.follow({ token: ada.token }),
        store.call('POST', '/auth/logout', undefined, { token: ada.token }),
      ])
      const over = () => ['connect_error', 'disconnect'].includes(follower.told.at(-1)!.name)
      expect(await until(over, 1000)).toBe(true)
    }
  })

  test('holds ten sockets: the eleventh cuts the oldest, and nobody else’s', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const other = await store.follow({ token: eve.token })
    const followers: Follower[] = []
    for (let i = 0; i < 11; i += 1) followers.push(await store.follow({ token: ada.token }))
    await until(() => isCut(followers[0]!))
    expect(followers[0]!.all('session.ended')).toEqual([{ reason: 'crowded' }])
    expect(followers.slice(1).some(isCut)).toBe(false)
    expect(isCut(other)).toBe(false)
  })

  test('is staff’s only for as long as the person is', async () => {
    const mira = await buildStaff(store)
    await store.store.db.update(users).set({ isAdmin: false }).where(eq(users.id, mira.id))
    const { data } = (await store.follow({ token: mira.token })).told[0]!
    expect(data.streams).not.toHaveProperty('staff')
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessTokens, users } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/auth/tokens.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { type TestConnection, startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const openAnotherSession = async (user: TestUser) =>
  (await runMutation(server.app, (ctx) => openSession(ctx, user, 'test'))).access
const setExpiry = (token: string, ms: number) =>
  server.app.db
    .update(accessTokens)
    .set({ expiresAt: new Date(Date.now() + ms) })
    .where(eq(accessTokens.hash, hashToken(token)))
const isDisconnected = (connection: TestConnection) => connection.received.at(-1)?.name === 'disconnect'

describe('the session of a socket', () => {
  it('disconnects the socket when its token expires', async () => {
    const ada = await buildUser(server)
    await setExpiry(ada.token, 3000)
    const connection = await server.connect({ token: ada.token })
    expect(connection.received[0]!.name).toBe('welcome')
    await waitFor(() => isDisconnected(connection))
    expect(connection.payloads('session.ended')).toEqual([{ reason: 'expired' }])
  })

  it('continues when its token expires later than a timer can wait', async () => {
    const ada = await buildUser(server)
    await setExpiry(ada.token, 2 ** 31 + 60_000)
    const connection = await server.connect({ token: ada.token })
    const other = await buildUser(server)
    await setExpiry(other.token, 1000)
    const expiring = await server.connect({ token: other.token })
    // A timer that overflows ends after a millisecond.
    await waitFor(() => isDisconnected(expiring))
    expect(connection.received.map((one) => one.name)).toEqual(['welcome'])
  })

  it('continues when it is renewed in time', async () => {
    const ada = await buildUser(server)
    await setExpiry(ada.token, 3000)
    const connection = await server.connect({ token: ada.token })
    const renewed = await openAnotherSession(ada)
    expect(await connection.emit('session', { token: renewed })).toEqual({ success: true })
    await new Promise((resolve) => setTimeout(resolve, 3200))
    expect(connection.received.map((one) => one.name)).toEqual(['welcome'])
  })

  it('is the one it was renewed with: logging out of that one disconnects the socket', async () => {
    const ada = await buildUser(server)
    const connection = await server.connect({ token: ada.token })
    const renewed = await openAnotherSession(ada)
    await connection.emit('session', { token: renewed })
    await server.call('POST', '/auth/logout', undefined, { token: renewed })
    await waitFor(() => isDisconnected(connection))
    expect(connection.payloads('session.ended')).toEqual([{ reason: 'logout' }])
  })

  it('is not renewed with another user’s token, an expired one, or for a visitor', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    const connection = await server.connect({ token: ada.token })
    const rejected = { success: false, message: 'Please log in.', error: 'unauthorized' }
    expect(await connection.emit('session', { token: eve.token })).toEqual(rejected)
    const expired = await openAnotherSession(ada)
    await setExpiry(expired, -1)
    expect(await connection.emit('session', { token: expired })).toEqual(rejected)
    expect(await (await server.connect()).emit('session', { token: eve.token })).toEqual(rejected)
  })

  it('can’t be used to connect once it has ended', async () => {
    const ada = await buildUser(server)
    await server.call('POST', '/auth/logout', undefined, { token: ada.token })
    const rejected = await server.connect({ token: ada.token })
    expect(rejected.received).toEqual([{ name: 'connect_error', data: { message: 'unauthorized' } }])
  })

  it('disconnects a socket that joins while it ends', async () => {
    for (let round = 0; round < 20; round += 1) {
      const ada = await buildUser(server)
      const [connection] = await Promise.all([
        server.connect({ token: ada.token }),
        server.call('POST', '/auth/logout', undefined, { token: ada.token }),
      ])
      const hasEnded = () => ['connect_error', 'disconnect'].includes(connection.received.at(-1)!.name)
      expect(await waitFor(hasEnded)).toBe(true)
    }
  })

  it('allows ten sockets per user: the eleventh disconnects the oldest, and no other user’s', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    const other = await server.connect({ token: eve.token })
    const connections: TestConnection[] = []
    for (let i = 0; i < 11; i += 1) connections.push(await server.connect({ token: ada.token }))
    await waitFor(() => isDisconnected(connections[0]!))
    expect(connections[0]!.payloads('session.ended')).toEqual([{ reason: 'crowded' }])
    expect(connections.slice(1).some(isDisconnected)).toBe(false)
    expect(isDisconnected(other)).toBe(false)
  })

  it('gives the staff stream only while the user is staff', async () => {
    const mira = await buildStaff(server)
    await server.app.db.update(users).set({ isAdmin: false }).where(eq(users.id, mira.id))
    const { data } = (await server.connect({ token: mira.token })).received[0]!
    expect(data.streams).not.toHaveProperty('staff')
  })
})

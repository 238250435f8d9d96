import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Welcome } from '../../../shared/stream.ts'
import { type TestConnection, startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const getEpoch = () => server.app.streamHeads.epoch
const welcomeOf = (connection: TestConnection) => connection.received[0]!.data as { streams: Record<string, unknown> }

describe('welcomes first', () => {
  it('a visitor, with the catalogue stream only', async () => {
    const visitor = await server.connect()
    expect(visitor.received[0]).toMatchObject({ name: 'welcome', data: { epoch: getEpoch(), sessionExpiresAt: null } })
    expect(Object.keys(welcomeOf(visitor).streams)).toEqual(['catalogue'])
  })

  it('a customer, with their own stream too but not the staff stream', async () => {
    const customer = await server.connect({ token: ada.token, epoch: getEpoch(), since: { staff: 0, user: 0 } })
    expect(Object.keys(welcomeOf(customer).streams).toSorted()).toEqual(['catalogue', 'user'])
    expect(Date.parse(String(customer.received[0]!.data.sessionExpiresAt))).toBeGreaterThan(Date.now() + 14 * 60_000)
  })

  it('staff, with all three streams', async () => {
    const staff = await server.connect({ token: mira.token })
    expect(Object.keys(welcomeOf(staff).streams).toSorted()).toEqual(['catalogue', 'staff', 'user'])
  })

  it('in the shape of the contract', async () => {
    const staff = await server.connect({ token: mira.token })
    const decoded = z.safeDecode(Welcome, staff.received[0]!.data as never)
    expect(decoded.error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(z.encode(Welcome, decoded.data!)))).toEqual(staff.received[0]!.data)
  })

  it('with whether support is online', async () => {
    const staff = await server.connect({ token: mira.token })
    expect((await server.connect()).received[0]!.data).toMatchObject({ supportOnline: true })
    staff.socket.disconnect()
  })
})

describe('rejects a connection', () => {
  it.each([['an unknown token', { token: 'unknown' }]])('with %s: unauthorized', async (_, auth) => {
    const rejected = await server.connect(auth)
    expect(rejected.received).toEqual([{ name: 'connect_error', data: { message: 'unauthorized' } }])
  })

  it.each<[string, Record<string, unknown>]>([
    ['a token that isn’t a string', { token: 7 }],
    ['a negative cursor', { since: { catalogue: -1 } }],
    ['a fractional cursor', { since: { catalogue: 1.5 } }],
    ['an unknown stream', { since: { secrets: 1 } }],
    ['an unknown field', { isAdmin: true }],
    ['a token that is too long', { token: 'x'.repeat(201) }],
  ])('with %s: invalid', async (_, auth) => {
    expect((await server.connect(auth)).received).toEqual([{ name: 'connect_error', data: { message: 'invalid' } }])
  })

  it('from a page of another origin or port', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:3001', 'null']) {
      const rejected = await server.connect({ token: ada.token }, { origin })
      expect(rejected.received.map((one) => one.name)).toEqual(['connect_error'])
    }
  })

  it('but not from the app’s own origin', async () => {
    const own = await server.connect({}, { origin: server.env.publicUrl })
    expect(own.received[0]!.name).toBe('welcome')
  })

  it('over HTTP polling', async () => {
    const address = await server.listen()
    const polling = io(address, { transports: ['polling'], reconnection: false, forceNew: true })
    const outcomes: string[] = []
    polling.on('connect', () => void outcomes.push('connect'))
    polling.on('connect_error', () => void outcomes.push('rejected'))
    await waitFor(() => outcomes.length > 0)
    polling.disconnect()
    expect(outcomes).toEqual(['rejected'])
  })

  it('from an address with fifty connections, until one of them closes', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' })
    await limited.listen()
    const connections = await Promise.all(Array.from({ length: 50 }, () => limited.connect()))
    expect(new Set(connections.map(({ received }) => received[0]!.name))).toEqual(new Set(['welcome']))
    expect((await limited.connect()).received[0]!.name).toBe('connect_error')
    connections[0]!.socket.disconnect()
    // Until the server has noticed.
    await expect.poll(async () => (await limited.connect()).received[0]!.name).toBe('welcome')
    await limited.close()
  })
})

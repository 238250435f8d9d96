import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestConnection, startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient } from '../support/support-client.ts'

let server: TestServer
let talk: ReturnType<typeof createSupportClient>
let mira: TestUser
let sol: TestUser
beforeAll(async () => {
  server = await startTestServer()
  talk = createSupportClient(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
  sol = await buildStaff(server, { firstName: 'Sol' })
})
afterAll(() => server.close())

/** The TCP socket below a WebSocket. */
type NetSocket = { pause(): void; resume(): void }
const connectAs = ({ token }: TestUser) => server.connect({ token })
const typingSignals = (connection: TestConnection) => connection.payloads('typing')
/** The `on` of each signal received. */
const states = (connection: TestConnection) => typingSignals(connection).map((one) => one.on)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('typing', () => {
  it('is sent to staff for a customer, to the customer and colleagues for staff, and never to the typist', async () => {
    const [ada, eve] = [await buildUser(server, { firstName: 'Ada' }), await buildUser(server)]
    const [customer, customerTab, stranger] = [await connectAs(ada), await connectAs(ada), await connectAs(eve)]
    const [first, firstTab, second] = [await connectAs(mira), await connectAs(mira), await connectAs(sol)]
    const visitor = await server.connect()

    expect(await customer.emit('typing', { on: true })).toEqual({ success: true })
    await waitFor(
      () =>
        typingSignals(first).length === 1 && typingSignals(second).length === 1 && typingSignals(firstTab).length === 1,
    )
    expect(typingSignals(first)).toEqual([{ userId: ada.id, who: 'customer', name: 'Ada', on: true }])

    expect(await first.emit('typing', { userId: ada.id, on: true })).toEqual({ success: true })
    await waitFor(
      () =>
        typingSignals(customer).length === 1 &&
        typingSignals(second).length === 2 &&
        typingSignals(customerTab).length === 1,
    )
    expect(typingSignals(customer)).toEqual([{ userId: ada.id, who: 'staff', name: 'Mira', on: true }])
    expect(typingSignals(second)[1]).toEqual({ userId: ada.id, who: 'staff', name: 'Mira', on: true })

    await first.emit('typing', { userId: ada.id, on: false })
    await customer.emit('typing', { on: false })
    await waitFor(() => states(second).length === 4 && states(customer).length === 2)
    expect(states(customer)).toEqual([true, false])
    expect(states(first)).toEqual([true, false])
    expect(states(firstTab)).toEqual([true, false])
    expect([typingSignals(stranger), typingSignals(visitor)]).toEqual([[], []])
    for (const one of [customer, customerTab, stranger, first, firstTab, second, visitor]) one.socket.disconnect()
  })

  it('stops with the message, also over REST', async () => {
    const ada = await buildUser(server)
    const [customer, staff] = [await connectAs(ada), await connectAs(mira)]
    await customer.emit('typing', { on: true })
    await customer.emit('support:send', { clientId: 'x', message: 'Hello' })
    await waitFor(() => states(staff).length === 2)
    await staff.emit('typing', { userId: ada.id, on: true })
    await waitFor(() => states(customer).length === 1)
    await talk.write(mira, 'Hello', { userId: ada.id })
    await waitFor(() => states(customer).length === 2)
    expect([states(staff), states(customer)]).toEqual([
      [true, false],
      [true, false],
    ])
    for (const one of [customer, staff]) one.socket.disconnect()
  })

  it('stops when the tab is closed or killed, or after 5 s without a signal', async () => {
    const [ada, eve, sam] = [await buildUser(server), await buildUser(server), await buildUser(server)]
    const [killed, closed, silent, staff] = [
      await connectAs(ada),
      await connectAs(eve),
      await connectAs(sam),
      await connectAs(mira),
    ]
    const last = ({ id }: TestUser) => typingSignals(staff).findLast((one) => one.userId === id)?.on
    for (const one of [killed, closed, silent]) await one.emit('typing', { on: true })
    await waitFor(() => [ada, eve, sam].every((one) => last(one) === true))
    // The network is gone without a close; the server notices only by the silence.
    const { engine } = killed.socket.io as unknown as { engine: { transport: { ws: { _socket: NetSocket } } } }
    const netSocket = engine.transport.ws._socket
    netSocket.pause()
    closed.socket.disconnect()
    await waitFor(() => last(eve) === false)
    await waitFor(() => last(ada) === false && last(sam) === false)
    expect(typingSignals(staff).filter((one) => one.userId === sam.id)).toHaveLength(2)
    netSocket.resume()
    for (const one of [killed, silent, staff]) one.socket.disconnect()
  })

  it('continues while the same user types in another tab', async () => {
    const ada = await buildUser(server)
    const [one, other, staff] = [await connectAs(ada), await connectAs(ada), await connectAs(mira)]
    await one.emit('typing', { on: true })
    await other.emit('typing', { on: true })
    one.socket.disconnect()
    await wait(100)
    expect(states(staff)).toEqual([true, true])
    other.socket.disconnect()
    await waitFor(() => states(staff).length === 3)
    expect(states(staff)[2]).toBe(false)
    // Stopping without having started sends nothing.
    const idle = await connectAs(ada)
    await idle.emit('typing', { on: false })
    await wait(50)
    expect(states(staff)).toHaveLength(3)
    for (const one of [idle, staff]) one.socket.disconnect()
  })

  it('is rejected in another customer’s conversation, for an unknown customer, and for visitors', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    const [customer, stranger, staff, visitor] = [
      await connectAs(ada),
      await connectAs(eve),
      await connectAs(mira),
      await server.connect(),
    ]
    expect(await stranger.emit('typing', { userId: ada.id, on: true })).toMatchObject({
      success: false,
      error: 'not_yours',
    })
    expect(await staff.emit('typing', { userId: 'none', on: true })).toMatchObject({
      success: false,
      error: 'not_found',
    })
    expect(await visitor.emit('typing', { on: true })).toMatchObject({ success: false, error: 'unauthorized' })
    await wait(50)
    expect([customer, stranger, staff, visitor].map((one) => typingSignals(one).length)).toEqual([0, 0, 0, 0])
    for (const one of [customer, stranger, staff, visitor]) one.socket.disconnect()
  })

  it('is not stored as an event', async () => {
    const ada = await buildUser(server)
    const customer = await connectAs(ada)
    await customer.emit('typing', { on: true })
    const { heads } = await server.app.streamHeads.readCursor(ada)
    expect(heads.user).toBe(0)
    customer.socket.disconnect()
  })

  it('is limited to once in 2 s, except for staff and for stopping', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' })
    const [ada, member] = [await buildUser(limited), await buildStaff(limited)]
    const [customer, staff] = [
      await limited.connect({ token: ada.token }),
      await limited.connect({ token: member.token }),
    ]
    expect(await customer.emit('typing', { on: true })).toEqual({ success: true })
    expect(await customer.emit('typing', { on: true })).toMatchObject({ success: false, error: 'too_many' })
    expect(await customer.emit('typing', { on: false })).toEqual({ success: true })
    for (let i = 0; i < 5; i += 1) {
      expect(await staff.emit('typing', { userId: ada.id, on: true })).toEqual({ success: true })
    }
    await wait(2000)
    expect(await customer.emit('typing', { on: true })).toEqual({ success: true })
    await limited.close()
  })
})

describe('supportOnline', () => {
  const isOnline = (connection: TestConnection) => connection.received[0]!.data.supportOnline
  const presences = (connection: TestConnection) => connection.payloads('presence').map((one) => one.supportOnline)

  it('is true while a staff socket is connected, and signed-in users are notified once', async () => {
    const own = await startTestServer()
    const [ada, eve, staff] = [await buildUser(own), await buildUser(own), await buildStaff(own)]
    const customer = await own.connect({ token: ada.token })
    const visitor = await own.connect()
    expect(isOnline(customer)).toBe(false)
    const [tab, otherTab] = [await own.connect({ token: staff.token }), await own.connect({ token: staff.token })]
    await waitFor(() => presences(customer).length === 1)
    expect([isOnline(tab), isOnline(otherTab)]).toEqual([true, true])
    expect(isOnline(await own.connect({ token: eve.token }))).toBe(true)

    // Closing one of two tabs or reloading the page doesn't count as going offline.
    tab.socket.disconnect()
    otherTab.socket.disconnect()
    const reloaded = await own.connect({ token: staff.token })
    await wait(2200)
    expect(presences(customer)).toEqual([true])

    reloaded.socket.disconnect()
    expect(isOnline(await own.connect({ token: eve.token }))).toBe(true)
    await waitFor(() => presences(customer).length === 2)
    expect(presences(customer)).toEqual([true, false])
    expect(isOnline(await own.connect({ token: eve.token }))).toBe(false)
    expect(presences(visitor)).toEqual([])
    await own.close()
  })

  it('stays false when only customers are connected', async () => {
    const own = await startTestServer()
    const [ada, eve] = [await buildUser(own), await buildUser(own)]
    const customer = await own.connect({ token: ada.token })
    const other = await own.connect({ token: eve.token })
    await wait(50)
    expect([isOnline(other), presences(customer)]).toEqual([false, []])
    await own.close()
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { supportMessages } from '../../drizzle/schema.ts'
import type { Client } from '../../client/client.ts'
import { loadThread, readUpTo } from '../../client/support/actions.ts'
import { readOutbox } from '../../client/support/kept.ts'
import { discard, openOutbox, retry, sendAgain, sendMessage } from '../../client/support/send.ts'
import { createTypingTeller } from '../../client/support/typing.ts'
import { openTestStore, type TestStore, until } from '../app.ts'
import { openNetwork, openSomebody, stateOf, untilLive } from './device.ts'

let store: TestStore
beforeAll(async () => void (store = await openTestStore()))
afterAll(() => store.close())

const shown = (client: Client, id: string) =>
  stateOf(client).support.threads[id]?.messages.map(({ message }) => message) ?? []
const written = async (id: string) =>
  (await store.store.db.select().from(supportMessages).where(eq(supportMessages.userId, id))).map(
    ({ message }) => message,
  )
const pendingOf = (client: Client) => stateOf(client).support.pending
const isQuiet = (client: Client) => pendingOf(client).length === 0

test('a message and its answer reach both sides, and are read', async () => {
  const network = await openNetwork(store)
  const { client: customer, id } = await openSomebody(network)
  const { client: staff } = await openSomebody(network, { firstName: 'Mira', isStaff: true })
  await Promise.all([loadThread(customer, id), loadThread(staff, id)])

  sendMessage(customer, id, 'Hello?', null)
  expect(pendingOf(customer), 'shown before it is sent').toMatchObject([{ message: 'Hello?', fault: null }])
  await until(() => isQuiet(customer) && shown(staff, id).length === 1)
  sendMessage(staff, id, 'Hello Ada', null)
  await until(() => shown(customer, id).length === 2 && isQuiet(staff))
  expect(shown(customer, id)).toEqual(['Hello?', 'Hello Ada'])
  expect(stateOf(customer).support.unread).toBe(1)

  await readUpTo(customer, id, stateOf(customer).support.threads[id]!.messages.at(-1)!._id)
  await until(() => stateOf(customer).support.unread === 0)
  await until(() => stateOf(staff).support.threads[id]!.messages.at(-1)!.read)
})

test('what is written without a connection is sent once it is back, each once and in order', async () => {
  const network = await openNetwork(store)
  const { client, id, device } = await openSomebody(network)
  await loadThread(client, id)
  network.cut()
  for (const word of ['one', 'two', 'three']) sendMessage(client, id, word, null)
  await until(() => pendingOf(client).every(({ fault }) => fault === 'lost'))
  expect(readOutbox(client.storage(), id)).toHaveLength(3)

  // The page is reloaded meanwhile.
  client.stop()
  network.heal()
  const reloaded = device.openTab()
  await untilLive(reloaded)
  await loadThread(reloaded, id)
  openOutbox(reloaded)
  sendAgain(reloaded)
  await until(() => isQuiet(reloaded) && shown(reloaded, id).length === 3)
  expect(await written(id)).toEqual(['one', 'two', 'three'])
  expect(readOutbox(reloaded.storage(), id)).toEqual([])
})

test('a message whose acknowledgement is lost is not there twice', async () => {
  const network = await openNetwork(store)
  const { client, id } = await openSomebody(network)
  await loadThread(client, id)
  client.connection.stop()
  network.loseAnswer()
  sendMessage(client, id, 'Once', null)
  await until(() => pendingOf(client)[0]?.fault === 'lost')
  expect(await written(id)).toEqual(['Once'])
  sendAgain(client)
  await until(() => isQuiet(client))
  expect([await written(id), shown(client, id)]).toEqual([['Once'], ['Once']])
})

test('two tabs that send the same are one sender', async () => {
  const network = await openNetwork(store)
  const { client, id, device } = await openSomebody(network)
  network.cut()
  sendMessage(client, id, 'From one tab', null)
  await until(() => pendingOf(client)[0]?.fault === 'lost')
  const other = device.openTab()
  openOutbox(other)
  network.heal()
  await Promise.all([untilLive(client), untilLive(other)])
  sendAgain(client)
  sendAgain(other)
  await until(() => isQuiet(client) && isQuiet(other))
  expect(await written(id)).toEqual(['From one tab'])
})

test('what the store refuses waits for its sender, who tries again or lets go', async () => {
  const network = await openNetwork(store)
  const { client, id } = await openSomebody(network)
  sendMessage(client, id, 'About this', { kind: 'order', id: 'nothing', name: '' })
  await until(() => pendingOf(client)[0]?.fault === 'refused')
  expect(pendingOf(client)[0]!.why).toBe('Order not found')
  sendAgain(client)
  expect(pendingOf(client)[0]!.fault, 'it is not sent by itself').toBe('refused')
  retry(client, pendingOf(client)[0]!)
  await until(() => pendingOf(client)[0]?.fault === 'refused')
  discard(client, pendingOf(client)[0]!)
  expect([pendingOf(client), readOutbox(client.storage(), id), await written(id)]).toEqual([[], [], []])
})

test('typing is told every 3 s, ended after 5 s of rest, and never twice within 2 s', () => {
  vi.useFakeTimers()
  const told: [boolean, number][] = []
  const start = Date.now()
  const teller = createTypingTeller((on) => told.push([on, Date.now() - start]))
  for (let time = 0; time < 7000; time += 500) {
    teller.typed()
    vi.advanceTimersByTime(500)
  }
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([
    [true, 0],
    [true, 3000],
    [true, 6000],
    [false, 11_500],
  ])
  told.length = 0
  teller.typed()
  teller.stop()
  vi.advanceTimersByTime(10_000)
  expect(told.map(([on]) => on)).toEqual([true, false])
  expect(told[1]![1] - told[0]![1]).toBeGreaterThan(2000)
  told.length = 0
  teller.typed()
  teller.sent()
  vi.advanceTimersByTime(10_000)
  expect(told.map(([on]) => on)).toEqual([true])
  vi.useRealTimers()
})

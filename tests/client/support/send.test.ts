import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../client/client.ts'
import { loadThread, markReadUpTo } from '../../../client/support/actions.ts'
import { readOutbox } from '../../../client/support/local-drafts.ts'
import { discard, openOutbox, retry, sendMessage, sendUnreachable } from '../../../client/support/send.ts'
import { loadConversation } from '../../../client/support/staff/actions.ts'
import { supportMessages } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { openNetwork, openUser, stateOf, untilLive } from '../device.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const shownMessages = (client: Client, id: string) =>
  stateOf(client).support.threads[id]?.messages.map(({ message }) => message) ?? []
async function storedMessages(id: string) {
  const rows = await server.app.db.select().from(supportMessages).where(eq(supportMessages.userId, id))
  return rows.map(({ message }) => message)
}
const pendingOf = (client: Client) => stateOf(client).support.pending
const isIdle = (client: Client) => pendingOf(client).length === 0
const write = (client: Client, to: string, message: string) => sendMessage(client, to, { message, attachment: null })

it('delivers a message and its reply to both sides and marks them as read', async () => {
  const network = await openNetwork(server)
  const { client: customer, id } = await openUser(network)
  const { client: staff } = await openUser(network, { firstName: 'Mira', isStaff: true })
  await Promise.all([loadThread(customer, id), loadThread(staff, id)])

  write(customer, id, 'Hello?')
  expect(pendingOf(customer), 'shown before it is sent').toMatchObject([{ message: 'Hello?', failure: null }])
  await waitFor(() => isIdle(customer) && shownMessages(staff, id).length === 1)
  write(staff, id, 'Hello Ada')
  await waitFor(() => shownMessages(customer, id).length === 2 && isIdle(staff))
  expect(shownMessages(customer, id)).toEqual(['Hello?', 'Hello Ada'])
  expect(stateOf(customer).support.unread).toBe(1)

  await markReadUpTo(customer, id, stateOf(customer).support.threads[id]!.messages.at(-1)!._id)
  await waitFor(() => stateOf(customer).support.unread === 0)
  await waitFor(() => stateOf(staff).support.threads[id]!.messages.at(-1)!.read)
})

it('sends messages written offline once each and in order, even after a reload', async () => {
  const network = await openNetwork(server)
  const { client, id, device } = await openUser(network)
  await loadThread(client, id)
  network.cut()
  for (const word of ['one', 'two', 'three']) write(client, id, word)
  await waitFor(() => pendingOf(client).every(({ failure }) => failure === 'unreachable'))
  expect(readOutbox(client.storage(), id)).toHaveLength(3)

  client.stop()
  network.heal()
  const reloaded = device.openTab()
  await untilLive(reloaded)
  await loadThread(reloaded, id)
  openOutbox(reloaded)
  sendUnreachable(reloaded)
  await waitFor(() => isIdle(reloaded) && shownMessages(reloaded, id).length === 3)
  expect(await storedMessages(id)).toEqual(['one', 'two', 'three'])
  expect(readOutbox(reloaded.storage(), id)).toEqual([])
})

it('resolves the conversation with an answer that was written offline, even after a reload', async () => {
  const network = await openNetwork(server)
  const { client: customer, id } = await openUser(network)
  write(customer, id, 'Hello?')
  await waitFor(() => isIdle(customer))
  const { client: staff, device } = await openUser(network, { firstName: 'Mira', isStaff: true })
  await loadConversation(staff, id)
  network.cut()
  sendMessage(staff, id, { message: 'It is there', attachment: null, resolve: true })
  await waitFor(() => pendingOf(staff)[0]?.failure === 'unreachable')
  expect(stateOf(staff).staffSupport.conversations[id]!.status).toBe('open')

  staff.stop()
  network.heal()
  const reloaded = device.openTab()
  await untilLive(reloaded)
  await loadConversation(reloaded, id)
  openOutbox(reloaded)
  await waitFor(() => isIdle(reloaded))
  await waitFor(() => stateOf(reloaded).staffSupport.conversations[id]!.status === 'resolved')
  expect(await storedMessages(id)).toEqual(['Hello?', 'It is there'])
})

it('does not duplicate a message whose acknowledgement was lost', async () => {
  const network = await openNetwork(server)
  const { client, id } = await openUser(network)
  await loadThread(client, id)
  client.connection.stop()
  network.loseAnswer('/support-chat/message')
  write(client, id, 'Once')
  await waitFor(() => pendingOf(client)[0]?.failure === 'unreachable')
  expect(await storedMessages(id)).toEqual(['Once'])
  sendUnreachable(client)
  await waitFor(() => isIdle(client))
  expect([await storedMessages(id), shownMessages(client, id)]).toEqual([['Once'], ['Once']])
})

it('does not duplicate a message that two tabs send', async () => {
  const network = await openNetwork(server)
  const { client, id, device } = await openUser(network)
  network.cut()
  write(client, id, 'From one tab')
  await waitFor(() => pendingOf(client)[0]?.failure === 'unreachable')
  const other = device.openTab()
  openOutbox(other)
  network.heal()
  await Promise.all([untilLive(client), untilLive(other)])
  sendUnreachable(client)
  sendUnreachable(other)
  await waitFor(() => isIdle(client) && isIdle(other))
  expect(await storedMessages(id)).toEqual(['From one tab'])
})

it('keeps a rejected message with the reason until the user retries or discards it', async () => {
  const network = await openNetwork(server)
  const { client, id } = await openUser(network)
  sendMessage(client, id, { message: 'About this', attachment: { kind: 'order', id: 'nothing', name: '' } })
  await waitFor(() => pendingOf(client)[0]?.failure === 'rejected')
  expect(pendingOf(client)[0]!.reason).toBe('Order not found')
  sendUnreachable(client)
  expect(pendingOf(client)[0]!.failure, 'not sent automatically').toBe('rejected')
  retry(client, pendingOf(client)[0]!)
  await waitFor(() => pendingOf(client)[0]?.failure === 'rejected')
  discard(client, pendingOf(client)[0]!)
  expect([pendingOf(client), readOutbox(client.storage(), id), await storedMessages(id)]).toEqual([[], [], []])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { eventData } from '../../../shared/staff-events.ts'
import type { EventType } from '../../../shared/stream.ts'
import { startTestServer, type TestConnection, type TestServer, waitFor } from '../../app.ts'
import { buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient, payloadsOf, type Reply } from './support-client.ts'

let server: TestServer
let support: ReturnType<typeof createSupportClient>
let mira: TestUser
let sol: TestUser
beforeAll(async () => {
  server = await startTestServer()
  support = createSupportClient(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
  sol = await buildStaff(server, { firstName: 'Sol' })
})
afterAll(() => server.close())

it('publishes events that match their schemas, to each side its own types', async () => {
  const ada = await buildUser(server)
  const [customerSocket, staffSocket] = [
    await server.connect({ token: ada.token }),
    await server.connect({ token: sol.token }),
  ]
  const item = await buildItem(server)
  const question = await support.write(ada, 'Hello', { item: item.id, clientId: 'c1' })
  const answer = await support.write(mira, 'Hello Ada', { userId: ada.id })
  await support.read(mira, question._id)
  await support.read(ada, answer._id)
  const note = (await support.note(mira, ada, 'A note')).body.data
  await server.call('DELETE', `/admin/support/${ada.id}/notes/${note._id}`, undefined, mira)
  const reply = (await server.call<Reply>('POST', '/admin/replies', { title: 'Greeting', text: '{name}' }, mira)).body
    .data
  await server.call('DELETE', `/admin/replies/${reply._id}`, undefined, mira)
  await waitFor(() => payloadsOf(staffSocket, 'reply.removed').length === 1)
  await waitFor(() => payloadsOf(customerSocket, 'notification.read').length === 1)
  const typesOf = ({ events }: TestConnection) => new Set(events().map(({ type }) => type))
  expect(typesOf(customerSocket)).toEqual(
    new Set(['support.message', 'support.read', 'notification.created', 'notification.read']),
  )
  expect(new Set([...typesOf(staffSocket)].filter((type) => type !== 'audit.added'))).toEqual(
    new Set([
      'support.message',
      'support.read',
      'support.conversation',
      'support.note',
      'support.note.removed',
      'reply.changed',
      'reply.removed',
    ]),
  )
  for (const event of [...customerSocket.events(), ...staffSocket.events()]) {
    const schema = eventData[event.type as EventType] as z.ZodMiniType
    const decoded = z.safeDecode(schema, event.data)
    expect(decoded.error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(z.encode(schema, decoded.data)))).toEqual(event.data)
  }
})

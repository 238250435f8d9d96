import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { createOwnPostgres } from '../../own-postgres.ts'

let postgres: Awaited<ReturnType<typeof createOwnPostgres>>
let one: TestServer
let other: TestServer
beforeAll(async () => {
  postgres = await createOwnPostgres()
  one = await startTestServer({ DATABASE_URL: postgres.url })
  other = await startTestServer({ DATABASE_URL: postgres.url })
}, 60_000)
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  postgres.remove()
})

const publish = (name: string) =>
  runMutation(one.app, async (ctx) => ctx.publish('catalogue', { type: 'item.removed', data: { _id: name } }))

it('leaves clients connected when Postgres starts again', async () => {
  const { epoch } = one.app.streamHeads
  const connections = [await one.connect(), await other.connect()]
  postgres.stop()
  await postgres.start()
  await publish('first')
  for (const { events, socket } of connections) {
    await waitFor(() => events().length === 1)
    expect([socket.connected, events()[0]!.seq]).toEqual([true, 1])
    socket.disconnect()
  }
  expect([one, other].map(({ app }) => app.streamHeads.epoch)).toEqual([epoch, epoch])
}, 60_000)

it('makes clients fetch again when a standby takes over that lacks the last event', async () => {
  const before = one.app.streamHeads.epoch
  const connections = [await one.connect(), await other.connect()]
  const standby = await postgres.createStandby()
  await publish('copied')
  await waitForHead(standby.url, 2)
  standby.stop()
  await publish('lost')
  for (const { events } of connections) await waitFor(() => events().length === 2)

  postgres.stop()
  await standby.takeOver()

  const rejoined = []
  for (const [n, server] of [one, other].entries()) {
    await waitFor(() => !connections[n]!.socket.connected)
    const { epoch } = server.app.streamHeads
    expect(epoch).not.toBe(before)
    expect((await server.call('GET', '/items')).headers.get('x-stream-position')).toBe(`${epoch};catalogue=2`)
    const connection = await server.connect({ epoch: before, since: { catalogue: 3 } })
    expect(connection.received[0]!.data).toMatchObject({ epoch, streams: { catalogue: { head: 2, mode: 'resync' } } })
    rejoined.push(connection)
  }
  await publish('with the number of the lost one')
  for (const { events } of rejoined) {
    await waitFor(() => events().length === 1)
    expect(events()).toMatchObject([{ seq: 3, data: { _id: 'with the number of the lost one' } }])
  }
}, 60_000)

/** Waits until a standby has copied the event with this number of the catalogue. */
async function waitForHead(url: string, seq: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const read = async () => Number((await client.query("select seq from streams where name = 'catalogue'")).rows[0]?.seq)
  while ((await read()) !== seq) await new Promise(setImmediate)
  await client.end()
}

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { Handshake, clientMessages } from '../../../shared/client-messages.ts'
import type { TestConnection } from '../../app.ts'
import { randomSeed, rounds } from '../../thorough.ts'
import { invalidInput, validInput } from './arbitraries.ts'
import { type Actor, actors, type CanaryServer, foreignCanaries, startCanaryServer } from './server-with-canaries.ts'

const messagesPerName = rounds(20, 60)

let server: CanaryServer
beforeAll(async () => {
  server = await startCanaryServer()
}, 60_000)
afterAll(() => server.close())

const currentConnections: Partial<Record<Actor, TestConnection>> = {}
const allConnections: [Actor, TestConnection][] = []
/** The actor's connection; a new one if the last was disconnected for violations. */
async function connectionOf(actor: Actor): Promise<TestConnection> {
  const current = currentConnections[actor]
  if (current?.socket.connected) return current
  const token = await server.tokenOf(actor)
  const connection = await server.connect(token === undefined ? {} : { token })
  currentConnections[actor] = connection
  allConnections.push([actor, connection])
  return connection
}

type Acknowledgement = { success: boolean; message?: unknown; error?: unknown }
async function emit(actor: Actor, name: string, ...data: unknown[]): Promise<Acknowledgement | null> {
  const { socket } = await connectionOf(actor)
  return socket
    .timeout(2000)
    .emitWithAck(name, ...data)
    .catch(() => (socket.connected ? 'no acknowledgement' : null))
}

function expectAcknowledged(actor: Actor, acknowledgement: Acknowledgement | null, request: string) {
  // The third violation disconnects the socket before it is acknowledged.
  if (acknowledgement === null) return
  expect(typeof acknowledgement.success, request).toBe('boolean')
  if (!acknowledgement.success) {
    expect(acknowledgement.message, request).toMatch(/^[^\n]{3,200}$/)
    expect(acknowledgement.message, request).not.toMatch(/on our side|undefined|Zod|SQL|at \w+ \(/)
  }
  expect(foreignCanaries(actor, JSON.stringify(acknowledgement)), request).toEqual([])
}

it.each(Object.entries(clientMessages) as [string, z.ZodMiniType][])(
  `%s (seed ${randomSeed})`,
  async (name, schema) => {
    const known = await server.readKnownValues()
    known.token = await Promise.all(actors.map(async (actor) => (await server.tokenOf(actor)) ?? 'none'))
    const inputs = fc.sample(
      fc.oneof(
        { weight: 4, arbitrary: validInput(schema, known) },
        { weight: 1, arbitrary: invalidInput(schema, known) },
      ),
      { seed: randomSeed, numRuns: messagesPerName },
    )
    for (const [i, data] of inputs.entries()) {
      const actor = actors[i % actors.length]!
      // A socket can't switch to another user's session.
      const token = (data as { token?: string } | null)?.token
      if (name === 'session' && token !== undefined && token !== (await server.tokenOf(actor))) {
        const acknowledgement = await emit(actor, name, data)
        expect(acknowledgement?.success ?? false).toBe(false)
        continue
      }
      expectAcknowledged(actor, await emit(actor, name, data), `${actor}: ${name} ${JSON.stringify(data)}`)
    }
  },
  600_000,
)

it('rejects unknown and malformed messages', async () => {
  const malformed: [string, ...unknown[]][] = [
    ['toString'],
    ['__proto__', {}],
    ['events', [{ stream: 'user', seq: 1 }]],
    ['welcome', {}],
    ['watch'],
    ['watch', { orderId: 'x' }, { orderId: 'y' }],
    ['watch', Buffer.alloc(100)],
    ['support:send', { message: Buffer.from('hello'), clientId: 'x' }],
    ['typing', Array.from({ length: 1000 }, () => ({ on: true }))],
    ['x'.repeat(5000), {}],
    ['', {}],
  ]
  for (const actor of actors) {
    for (const [name, ...data] of malformed) {
      expectAcknowledged(actor, await emit(actor, name, ...data), `${actor}: ${name.slice(0, 20)}`)
    }
    // Without an acknowledgement, and larger than allowed: disconnects this socket and no other.
    const { socket } = await connectionOf(actor)
    socket.emit('watch', 'malformed')
    socket.emit('watch', { orderId: 'x'.repeat(20_000) })
  }
  expect((await server.call('GET', '/health')).status).toBe(200)
})

it(`welcomes or rejects every handshake (seed ${randomSeed})`, async () => {
  const known = await server.readKnownValues()
  const inputs = fc.sample(fc.oneof(validInput(Handshake, known), invalidInput(Handshake, known)), {
    seed: randomSeed,
    numRuns: rounds(20, 40),
  })
  for (const auth of inputs) {
    if (auth === null || typeof auth !== 'object' || Array.isArray(auth)) continue
    const { received, socket } = await server.connect(auth as Record<string, unknown>)
    expect(['welcome', 'connect_error'], JSON.stringify(auth)).toContain(received[0]!.name)
    if (received[0]!.name === 'connect_error') expect(['unauthorized', 'invalid']).toContain(received[0]!.data.message)
    else expect(Object.keys((received[0]!.data as { streams: object }).streams)).toEqual(['catalogue'])
    socket.disconnect()
  }
}, 600_000)

it('sent nobody what only others can read', () => {
  for (const [actor, { received }] of allConnections) {
    for (const message of received) expect(foreignCanaries(actor, JSON.stringify(message)), actor).toEqual([])
  }
})

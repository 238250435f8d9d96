import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { Join, requests } from '../../../shared/stream.ts'
import type { Follower } from '../../app.ts'
import { seed, soak } from '../../soak.ts'
import { arbitraryOf, wrongOf } from './arbitrary-of.ts'
import { type Actor, actors, type CanaryStore, foreignCanaries, openCanaryStore } from './store-with-canaries.ts'

const tries = 60 * soak

let store: CanaryStore
beforeAll(async () => {
  store = await openCanaryStore()
}, 60_000)
afterAll(() => store.close())

const followers: Partial<Record<Actor, Follower>> = {}
const heard: [Actor, Follower][] = []
/** A socket of theirs: another one after the last was ended for its manners. */
async function followerOf(actor: Actor): Promise<Follower> {
  const there = followers[actor]
  if (there?.socket.connected) return there
  const token = await store.tokenOf(actor)
  const follower = await store.follow(token === undefined ? {} : { token })
  followers[actor] = follower
  heard.push([actor, follower])
  return follower
}

type Acknowledged = { success: boolean; message?: unknown; error?: unknown }
async function say(actor: Actor, name: string, ...data: unknown[]): Promise<Acknowledged | null> {
  const { socket } = await followerOf(actor)
  return socket
    .timeout(2000)
    .emitWithAck(name, ...data)
    .catch(() => (socket.connected ? 'no answer' : null))
}

function expectAcknowledged(actor: Actor, told: Acknowledged | null, asked: string) {
  // Cut off before the answer: the third that was out of form.
  if (told === null) return
  expect(typeof told.success, asked).toBe('boolean')
  if (!told.success) {
    expect(told.message, asked).toMatch(/^[^\n]{3,200}$/)
    expect(told.message, asked).not.toMatch(/on our side|undefined|Zod|SQL|at \w+ \(/)
  }
  expect(foreignCanaries(actor, JSON.stringify(told)), asked).toEqual([])
}

test.each(Object.entries(requests) as [string, z.ZodMiniType][])(
  `%s (seed ${seed})`,
  async (name, schema) => {
    const words = await store.readWords()
    words.token = await Promise.all(actors.map(async (one) => (await store.tokenOf(one)) ?? 'none'))
    const said = fc.sample(
      fc.oneof({ weight: 4, arbitrary: arbitraryOf(schema, words) }, { weight: 1, arbitrary: wrongOf(schema, words) }),
      { seed, numRuns: tries },
    )
    for (const [i, data] of said.entries()) {
      const actor = actors[i % actors.length]!
      // Another's token is theirs to use; it is no way into what this one may not see.
      const token = (data as { token?: string } | null)?.token
      if (name === 'session' && token !== undefined && token !== (await store.tokenOf(actor))) {
        const told = await say(actor, name, data)
        expect(told?.success ?? false).toBe(false)
        continue
      }
      expectAcknowledged(actor, await say(actor, name, data), `${actor}: ${name} ${JSON.stringify(data)}`)
    }
  },
  600_000,
)

test('what is no message at all', async () => {
  const odd: [string, ...unknown[]][] = [
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
    for (const [name, ...data] of odd) {
      expectAcknowledged(actor, await say(actor, name, ...data), `${actor}: ${name.slice(0, 20)}`)
    }
    // Without asking for an answer, and more than a message may be: cut off, and nobody else is the worse for it.
    const { socket } = await followerOf(actor)
    socket.emit('watch', 'not in its form')
    socket.emit('watch', { orderId: 'x'.repeat(20_000) })
  }
  expect((await store.call('GET', '/health')).status).toBe(200)
})

test(`whoever joins in whatever way is welcomed, or refused in a word (seed ${seed})`, async () => {
  const words = await store.readWords()
  const said = fc.sample(fc.oneof(arbitraryOf(Join, words), wrongOf(Join, words)), { seed, numRuns: 40 * soak })
  for (const auth of said) {
    if (auth === null || typeof auth !== 'object' || Array.isArray(auth)) continue
    const { told, socket } = await store.follow(auth as Record<string, unknown>)
    expect(['welcome', 'connect_error'], JSON.stringify(auth)).toContain(told[0]!.name)
    if (told[0]!.name === 'connect_error') expect(['unauthorized', 'invalid']).toContain(told[0]!.data.message)
    else expect(Object.keys((told[0]!.data as { streams: object }).streams)).toEqual(['catalogue'])
    socket.disconnect()
  }
}, 600_000)

test('and nobody heard what was for somebody else', () => {
  for (const [actor, { told }] of heard) {
    for (const one of told) expect(foreignCanaries(actor, JSON.stringify(one)), actor).toEqual([])
  }
})

import * as fc from 'fast-check'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { seed, soak } from '../../soak.ts'
import { type Described, readDescription } from '../contract/description.ts'
import { arbitraryOf, pathOf, wrongOf } from './arbitrary-of.ts'
import { type Actor, actors, type CanaryStore, foreignCanaries, openCanaryStore } from './store-with-canaries.ts'

type Name = keyof typeof api
type Json = Record<string, unknown>
const routes = Object.entries<Route>(api) as [Name, Route][]
/** Requests for each call, in form and out of it. */
const tries = 40 * soak

let store: CanaryStore
let described: Described
const heard: Record<Actor, string[]> = { visitor: [], ada: [], eve: [], mira: [] }
const listening: Partial<Record<Actor, Socket>> = {}
const succeeded = new Set<Name>()
let sent = 0
beforeAll(async () => {
  store = await openCanaryStore()
  described = await readDescription(store)
}, 60_000)
afterAll(() => store.close())

/** Hears what this one is told over the push channel, again after a session of theirs ended. */
async function listen(actor: Actor) {
  if (listening[actor]?.connected) return
  const token = await store.tokenOf(actor)
  const { socket, told } = await store.follow(token === undefined ? {} : { token })
  listening[actor] = socket
  heard[actor].push(...told.map((one) => JSON.stringify(one)))
  socket.onAny((name: string, data: unknown) => void heard[actor].push(JSON.stringify({ name, data })))
}

test.each(routes)(
  `%s (seed ${seed})`,
  async (name, route) => {
    for (const actor of actors) await listen(actor)
    if (/(checkout|orders)\/:id\//.test(route.path)) await store.orderMore()
    const words = await store.readWords()
    const path = pathOf(route.path, words)
    const good = fc.record({ path, input: arbitraryOf(route.input, words) })
    const wrong = fc.record({ path, input: wrongOf(route.input, words) })
    const all = fc.sample(fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: wrong }), {
      seed,
      numRuns: tries,
    })
    const callers = callersOf[route.who]
    for (const [i, { path, input }] of all.entries()) {
      await expectInForm(name, route, path, input, callers[i % callers.length]!)
    }
  },
  600_000,
)

/** Mostly those who may: the others are refused, whatever they send. */
const callersOf: Record<Route['who'], Actor[]> = {
  anyone: ['visitor', 'ada', 'eve', 'mira'],
  customer: ['ada', 'eve', 'ada', 'mira', 'eve', 'visitor'],
  staff: ['mira', 'ada', 'mira', 'mira', 'visitor', 'mira', 'eve', 'mira'],
}

async function expectInForm(name: Name, route: Route, at: string, input: unknown, actor: Actor) {
  const token = await store.tokenOf(actor)
  const response = await request(route, at, input, token)
  const text = await response.text()
  const { status } = response
  sent += 1
  const asked = `${actor}: ${route.method} ${at} ${JSON.stringify(input)?.slice(0, 500)} → ${status} ${text.slice(0, 500)}`
  expect([200, 400, 401, 403, 404, 409, 413, 415, 422], asked).toContain(status)
  expect(foreignCanaries(actor, text + JSON.stringify([...response.headers])), asked).toEqual([])
  if (status === 200) {
    succeeded.add(name)
    expectDescribed(name, JSON.parse(text) as Json, asked)
  } else expectRefusal(JSON.parse(text) as Json, asked)
  expect(who(route, actor) || status === 401 || status === 403, asked).toBe(true)
}

/** Whether this one may call it at all. */
const who = ({ who }: Route, actor: Actor) =>
  who === 'anyone' || actor === 'mira' || (who === 'customer' && actor !== 'visitor')

function request({ method }: Route, at: string, input: unknown, token: string | undefined) {
  const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  if (method === 'GET') {
    const query = new URLSearchParams(
      Object.entries((input ?? {}) as Json).flatMap(([key, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => [key, String(one)]),
      ),
    )
    return store.app.request(`http://localhost/api${at}${query.size > 0 ? `?${query}` : ''}`, { headers })
  }
  return store.app.request(`http://localhost/api${at}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(input !== undefined && { body: JSON.stringify(input) }),
  })
}

const published = new Map<Name, z.ZodType>()
function expectDescribed(name: Name, { success, ...told }: Json, asked: string) {
  expect(success, asked).toBe(true)
  const output = (api[name] as Route).output as unknown as z.ZodObject
  const read = z.safeDecode(output, told)
  expect(read.error?.issues, asked).toBeUndefined()
  // Nothing that the contract doesn't name leaves the store.
  expect(JSON.parse(JSON.stringify(z.encode(output, read.data as never))), asked).toEqual(told)
  let schema = published.get(name)
  if (!schema) {
    published.set(name, (schema = z.fromJSONSchema(described(name).responses[200].content['application/json'].schema)))
  }
  expect(schema.safeParse({ success, ...told }).error?.issues, asked).toBeUndefined()
}

function expectRefusal({ success, message, error, requestId }: Json, asked: string) {
  expect([success, typeof message, typeof error, typeof requestId], asked).toEqual([
    false,
    'string',
    'string',
    'string',
  ])
  expect(message, asked).toMatch(/^[^\n]{3,400}$/)
  expect(message, asked).not.toMatch(/undefined|\[object|Zod|SQL|select \*|node_modules|\bat [\w.]+ \(/)
}

test('what was told over the push channel was for its readers', async () => {
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const actor of actors) {
    for (const text of heard[actor]) expect(foreignCanaries(actor, text), `${actor}: ${text}`).toEqual([])
  }
  expect(heard.ada.length).toBeGreaterThan(10)
  expect(heard.mira.length).toBeGreaterThan(10)
})

test('and chance did not only produce refusals', () => {
  const never = routes.map(([name]) => name).filter((name) => !succeeded.has(name))
  console.info(`${sent} requests with seed ${seed}; never with success: ${never.join(', ') || 'none'}`)
  expect(succeeded.size).toBeGreaterThan(routes.length * 0.7)
})

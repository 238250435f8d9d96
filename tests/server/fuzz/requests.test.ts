import * as fc from 'fast-check'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { randomSeed, rounds, thorough } from '../../thorough.ts'
import { type OperationByName, readOperations, responseSchema } from '../http/openapi.ts'
import { invalidInput, pathWithIds, validInput } from './arbitraries.ts'
import { type Actor, actors, type CanaryServer, foreignCanaries, startCanaryServer } from './server-with-canaries.ts'

type Name = keyof typeof api
type Json = Record<string, unknown>
const routes = Object.entries<Route>(api) as [Name, Route][]
const requestsPerRoute = rounds(10, 40)

let server: CanaryServer
let operationOf: OperationByName
const received: Record<Actor, string[]> = { visitor: [], ada: [], eve: [], mira: [] }
const sockets: Partial<Record<Actor, Socket>> = {}
const succeeded = new Set<Name>()
let requestCount = 0
beforeAll(async () => {
  server = await startCanaryServer()
  operationOf = await readOperations(server)
}, 60_000)
afterAll(() => server.close())

/** Records what the actor receives over a socket; reconnects if their session has ended. */
async function listen(actor: Actor) {
  if (sockets[actor]?.connected) return
  const token = await server.tokenOf(actor)
  const connection = await server.connect(token === undefined ? {} : { token })
  sockets[actor] = connection.socket
  received[actor].push(...connection.received.map((message) => JSON.stringify(message)))
  connection.socket.onAny((name: string, data: unknown) => void received[actor].push(JSON.stringify({ name, data })))
}

it.each(routes)(
  `%s (seed ${randomSeed})`,
  async (name, route) => {
    for (const actor of actors) await listen(actor)
    if (/(checkout|orders)\/:id\//.test(route.path)) await server.addOpenOrders()
    const known = await server.readKnownValues()
    const path = pathWithIds(route.path, known)
    const valid = fc.record({ path, input: validInput(route.input, known) })
    const invalid = fc.record({ path, input: invalidInput(route.input, known) })
    const requests = fc.sample(fc.oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: invalid }), {
      seed: randomSeed,
      numRuns: requestsPerRoute,
    })
    const callers = callersOf[route.access]
    for (const [i, { path, input }] of requests.entries()) {
      await expectValidResponse(name, route, path, input, callers[i % callers.length]!)
    }
  },
  600_000,
)

/** Mostly actors who are authorized. */
const callersOf: Record<Route['access'], Actor[]> = {
  public: ['visitor', 'ada', 'eve', 'mira'],
  customer: ['ada', 'eve', 'ada', 'mira', 'eve', 'visitor'],
  staff: ['mira', 'ada', 'mira', 'mira', 'visitor', 'mira', 'eve', 'mira'],
}

async function expectValidResponse(name: Name, route: Route, path: string, input: unknown, actor: Actor) {
  const token = await server.tokenOf(actor)
  const response = await send(route, path, input, token)
  const text = await response.text()
  const { status } = response
  requestCount += 1
  const description = `${actor}: ${route.method} ${path} ${JSON.stringify(input)?.slice(0, 500)} → ${status} ${text.slice(0, 500)}`
  expect([200, 400, 401, 403, 404, 409, 413, 415, 422], description).toContain(status)
  // The answer to a message from the contact form repeats the address that was typed.
  const typed = name === 'contact' ? (input as Json | undefined)?.email : undefined
  const received = typeof typed === 'string' && typed !== '' ? text.replaceAll(typed, '') : text
  expect(foreignCanaries(actor, received + JSON.stringify([...response.headers])), description).toEqual([])
  if (status === 200) {
    succeeded.add(name)
    expectSchema(name, JSON.parse(text) as Json, description)
  } else expectErrorResponse(JSON.parse(text) as Json, description)
  expect(isAuthorized(route, actor) || status === 401 || status === 403, description).toBe(true)
}

const isAuthorized = ({ access }: Route, actor: Actor) =>
  access === 'public' || actor === 'mira' || (access === 'customer' && actor !== 'visitor')

function send({ method }: Route, path: string, input: unknown, token: string | undefined) {
  const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  if (method === 'GET') {
    const query = new URLSearchParams(
      Object.entries((input ?? {}) as Json).flatMap(([key, value]) =>
        (Array.isArray(value) ? value : [value]).map((item) => [key, String(item)]),
      ),
    )
    return server.router.request(`http://localhost/api${path}${query.size > 0 ? `?${query}` : ''}`, { headers })
  }
  return server.router.request(`http://localhost/api${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(input !== undefined && { body: JSON.stringify(input) }),
  })
}

const publishedSchemas = new Map<Name, z.ZodType>()
function expectSchema(name: Name, { success, ...output }: Json, description: string) {
  expect(success, description).toBe(true)
  const contract = (api[name] as Route).output as unknown as z.ZodObject
  const result = z.safeDecode(contract, output)
  expect(result.error?.issues, description).toBeUndefined()
  // Fields that the contract doesn't name aren't sent.
  expect(JSON.parse(JSON.stringify(z.encode(contract, result.data as never))), description).toEqual(output)
  let schema = publishedSchemas.get(name)
  if (!schema) {
    publishedSchemas.set(name, (schema = z.fromJSONSchema(responseSchema(operationOf(name)))))
  }
  expect(schema.safeParse({ success, ...output }).error?.issues, description).toBeUndefined()
}

function expectErrorResponse({ success, message, error, requestId }: Json, description: string) {
  expect([success, typeof message, typeof error, typeof requestId], description).toEqual([
    false,
    'string',
    'string',
    'string',
  ])
  expect(message, description).toMatch(/^[^\n]{3,400}$/)
  expect(message, description).not.toMatch(/undefined|\[object|Zod|SQL|select \*|node_modules|\bat [\w.]+ \(/)
}

it('sent nobody events that only others can read', async () => {
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const actor of actors) {
    for (const text of received[actor]) expect(foreignCanaries(actor, text), `${actor}: ${text}`).toEqual([])
  }
  expect(received.ada.length).toBeGreaterThan(10)
  expect(received.mira.length).toBeGreaterThan(10)
})

it('was mostly successful', () => {
  const neverSucceeded = routes.map(([name]) => name).filter((name) => !succeeded.has(name))
  console.info(
    `${requestCount} requests with seed ${randomSeed}; never successful: ${neverSucceeded.join(', ') || 'none'}`,
  )
  // A few random requests don't reach every route's success.
  expect(succeeded.size).toBeGreaterThan(routes.length * (thorough ? 0.7 : 0.5))
})

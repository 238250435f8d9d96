import { beforeEach, describe, expect, it } from 'vitest'
import { accountRoutes } from '../../../shared/accounts/routes.ts'
import { signInRoutes } from '../../../shared/accounts/login-routes.ts'
import { cartRoutes } from '../../../shared/cart/routes.ts'
import { catalogueRoutes } from '../../../shared/catalogue/routes.ts'
import { orderRoutes } from '../../../shared/orders/routes.ts'
import { createApi } from '../../../client/api/call.ts'
import { createSession, type SessionChange } from '../../../client/api/session.ts'
import { buildUser } from '../build.ts'
import { createFakeServer, noNetwork, unauthorized, wireUser } from '../fake-server.ts'
import { openBrowser } from '../browser.ts'

let changes: SessionChange['type'][]
const isValid = (token: string | null) => token === 'new' || token === 'newer'
const refreshed = { body: { token: 'new', user: wireUser(), message: '' } }
const emptyCart = { body: { data: [] }, position: 'e;user=3;catalogue=4' }

beforeEach(() => void (changes = []))

function open(handlers: Parameters<typeof createFakeServer>[0], token: string | null = 'old', timeoutMs = 15_000) {
  const server = createFakeServer(handlers)
  const { openTab, locks, storage } = openBrowser()
  const session = createSession()
  const tab = openTab()
  session.open(tab, tab.localStorage)
  if (token) session.set({ token, user: buildUser() })
  session.listen(({ type }) => changes.push(type))
  const api = createApi({ session, send: server.send, locks, timeoutMs })
  return { ...api, server, session, storage }
}

const cart = { 'GET /cart': ({ token }: { token: string | null }) => (isValid(token) ? emptyCart : unauthorized) }

describe('an expired token', () => {
  it('is refreshed once for concurrent calls, which are then repeated', async () => {
    const { call, server, session } = open({ ...cart, 'POST /auth/refresh': () => refreshed })
    const answers = await Promise.all([1, 2, 3].map(() => call(cartRoutes.cart, {})))
    expect(answers.map(({ answer }) => answer.data)).toEqual([[], [], []])
    expect(server.requestsTo('POST /auth/refresh')).toHaveLength(1)
    expect(server.requestsTo('GET /cart').map(({ token }) => token)).toEqual(['old', 'old', 'old', 'new', 'new', 'new'])
    expect(session.current()?.token).toBe('new')
    expect(changes).toEqual(['refreshed'])
  })

  it('that can’t be refreshed ends the session with the first error', async () => {
    const { call, storage } = open({ ...cart, 'POST /auth/refresh': () => unauthorized })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    expect(changes).toEqual(['expired'])
    expect([...storage]).toEqual([])
  })

  it('does not end the session when the network fails', async () => {
    const { call, session } = open({ ...cart, 'POST /auth/refresh': noNetwork })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 0, code: 'network' })
    expect(session.current()?.token).toBe('old')
    expect(changes).toEqual([])
  })

  it('does not end the session when the server is overloaded', async () => {
    const busy = { status: 503, body: { message: 'Later', error: 'unavailable' } }
    const { call, session } = open({ ...cart, 'POST /auth/refresh': () => busy })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 503 })
    expect(session.current()?.token).toBe('old')
  })

  it('is refreshed at most once per call', async () => {
    const { call, server } = open({ 'GET /cart': () => unauthorized, 'POST /auth/refresh': () => refreshed })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401 })
    expect(server.requestsTo('POST /auth/refresh')).toHaveLength(1)
    expect(server.requestsTo('GET /cart')).toHaveLength(2)
  })

  it('does not repeat the call for another user', async () => {
    const other = { body: { token: 'new', user: wireUser({ _id: 'u2' }), message: '' } }
    const { call, server } = open({ ...cart, 'POST /auth/refresh': () => other })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401 })
    expect(server.requestsTo('GET /cart')).toHaveLength(1)
    expect(changes).toEqual(['signed-in'])
  })

  it('is not restored by a late answer after logging out', async () => {
    let answer!: (response: typeof refreshed) => void
    const late = new Promise<typeof refreshed>((resolve) => (answer = resolve))
    const { call, session } = open({ ...cart, 'POST /auth/refresh': () => late })
    const calling = call(cartRoutes.cart, {})
    await new Promise((resolve) => setTimeout(resolve, 5))
    session.clear()
    answer(refreshed)
    await expect(calling).rejects.toMatchObject({ status: 401 })
    expect(session.current()).toBeNull()
  })
})

describe('an error that is not about the session', () => {
  it('is not a reason to refresh: a wrong password', async () => {
    const wrong = { status: 401, body: { message: 'Wrong e-mail or password', error: 'wrong_password' } }
    const { call, server } = open({ 'POST /auth/login': () => wrong })
    const calling = call(signInRoutes.signIn, { email: 'ada@example.com', password: 'guess1' })
    await expect(calling).rejects.toMatchObject({ status: 401, message: 'Wrong e-mail or password' })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]!.token).toBeNull()
  })

  it('is not a reason to refresh: a visitor’s 401', async () => {
    const { call, server } = open({ ...cart }, null)
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401 })
    expect(server.requests).toHaveLength(1)
    expect(changes).toEqual([])
  })
})

describe('a call', () => {
  it('encodes ids in the path, the query as text and money in dollars', async () => {
    const { call, server } = open({
      'GET /items': () => ({ body: { data: [], totalCount: 0, nextCursor: null }, position: 'e;catalogue=7' }),
      'PATCH /checkout/o%2F1/mark-paid': () => ({
        status: 404,
        body: { message: 'Order not found', error: 'not_found' },
      }),
    })
    const { position } = await call(catalogueRoutes.items, { minPrice: 1250, limit: 5, q: 'a&b' })
    expect(position).toEqual({ epoch: 'e', heads: { catalogue: 7 } })
    expect(server.requests[0]!.path).toBe('/items?minPrice=12.5&q=a%26b&limit=5')
    const paying = call(orderRoutes.markPaid, { id: 'o/1', paymentMethod: 'bank', discountAmount: 199 }, { key: 'k' })
    await expect(paying).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'Order not found' })
    expect(server.requests[1]).toMatchObject({ body: { paymentMethod: 'bank', discountAmount: 1.99 }, key: 'k' })
  })

  it('has no body without input', async () => {
    const { call, server } = open({ 'POST /auth/logout': () => ({ body: { message: 'Logged out' } }) })
    await call(accountRoutes.signOut, {})
    expect(server.requests[0]).toMatchObject({ body: undefined, token: 'old' })
  })

  it('with invalid input fails with the server’s message without being sent', async () => {
    const { call, server } = open({})
    const paying = call(orderRoutes.markPaid, { id: 'o1', reference: 'ab' })
    await expect(paying).rejects.toMatchObject({ status: 400, message: 'The reference must be 3 to 128 characters' })
    expect(server.requests).toEqual([])
  })

  const failures: [source: string, handler: Parameters<typeof open>[0][string], expected: Record<string, unknown>][] = [
    [
      'the server’s message',
      () => ({ status: 409, body: { message: 'No', error: 'not_now' } }),
      { status: 409, code: 'not_now', message: 'No' },
    ],
    [
      'otherwise the error code',
      () => ({ status: 409, body: { error: 'not_now' } }),
      { status: 409, message: 'not_now' },
    ],
    [
      'the network error',
      noNetwork,
      { status: 0, code: 'network', message: 'We can’t reach the store. Check your connection.' },
    ],
    [
      '‘Request failed’ without a message',
      () => ({ status: 500, body: {} }),
      { status: 500, message: 'Request failed' },
    ],
    [
      '`unreadable` for an answer of the wrong shape',
      () => ({ body: { data: 'none' } }),
      { status: 200, code: 'unreadable' },
    ],
    [
      'the status of a proxy that can’t reach the store',
      () => ({ status: 502, body: '<h1>502 Bad Gateway</h1>' }),
      { status: 502, code: 'unreadable', message: 'The store isn’t answering. Please try again in a moment.' },
    ],
    ['`timeout` without an answer', () => new Promise(() => {}), { status: 0, code: 'timeout' }],
  ]
  it.each(failures)('fails with %s', async (_, handler, expected) => {
    const { call } = open({ 'GET /cart': handler }, 'old', 200)
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject(expected)
  })

  it('provides all fields of an error response', async () => {
    const { call } = open({ 'GET /cart': () => ({ status: 409, body: { message: 'No', error: 'x', data: [1] } }) })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ extra: { data: [1] } })
  })

  it('can be aborted', async () => {
    const { call } = open({ 'GET /cart': () => new Promise(() => {}) })
    const controller = new AbortController()
    const calling = call(cartRoutes.cart, {}, { signal: controller.signal })
    controller.abort()
    await expect(calling).rejects.toMatchObject({ code: 'aborted' })
  })
})

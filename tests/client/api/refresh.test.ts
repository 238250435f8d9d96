import { beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes } from '../../shared/accounts.ts'
import { signInRoutes } from '../../shared/sign-in.ts'
import { cartRoutes } from '../../shared/cart.ts'
import { catalogueRoutes } from '../../shared/catalogue.ts'
import { orderRoutes } from '../../shared/order-calls.ts'
import { createApi } from '../../client/api/call.ts'
import { createSession, type SessionChange } from '../../client/api/session.ts'
import { buildUser } from './build.ts'
import { createFakeStore, noNetwork, unauthorized, wireUser } from './fake-store.ts'
import { openBrowser } from './pages.ts'

let changes: SessionChange['type'][]
const isGood = (token: string | null) => token === 'new' || token === 'newer'
const renewed = { body: { token: 'new', user: wireUser(), message: '' } }
const emptyCart = { body: { data: [] }, position: 'e;user=3;catalogue=4' }

beforeEach(() => void (changes = []))

function open(handlers: Parameters<typeof createFakeStore>[0], token: string | null = 'old', timeout = 15_000) {
  const store = createFakeStore(handlers)
  const { openTab, locks, kept } = openBrowser()
  const session = createSession()
  const tab = openTab()
  session.open(tab, tab.localStorage)
  if (token) session.set({ token, user: buildUser() })
  session.listen(({ type }) => changes.push(type))
  const api = createApi({ session, send: store.send, locks, timeout })
  return { ...api, store, session, kept }
}

const cart = { 'GET /cart': ({ token }: { token: string | null }) => (isGood(token) ? emptyCart : unauthorized) }

describe('a session that ran out', () => {
  test('is renewed once for all who wait, and each call is made again', async () => {
    const { call, store, session } = open({ ...cart, 'POST /auth/refresh': () => renewed })
    const answers = await Promise.all([1, 2, 3].map(() => call(cartRoutes.cart, {})))
    expect(answers.map(({ answer }) => answer.data)).toEqual([[], [], []])
    expect(store.to('POST /auth/refresh')).toHaveLength(1)
    expect(store.to('GET /cart').map(({ token }) => token)).toEqual(['old', 'old', 'old', 'new', 'new', 'new'])
    expect(session.current()?.token).toBe('new')
    expect(changes).toEqual(['refreshed'])
  })

  test('that cannot be renewed is over: the storage is cleared, and the first refusal is what is told', async () => {
    const { call, kept } = open({ ...cart, 'POST /auth/refresh': () => unauthorized })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    expect(changes).toEqual(['expired'])
    expect([...kept]).toEqual([])
  })

  test('stays when the network is why it was not renewed', async () => {
    const { call, session } = open({ ...cart, 'POST /auth/refresh': noNetwork })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 0, code: 'network' })
    expect(session.current()?.token).toBe('old')
    expect(changes).toEqual([])
  })

  test('stays when the store is too busy to renew it', async () => {
    const busy = { status: 503, body: { message: 'Later', error: 'unavailable' } }
    const { call, session } = open({ ...cart, 'POST /auth/refresh': () => busy })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 503 })
    expect(session.current()?.token).toBe('old')
  })

  test('is not renewed twice for one call', async () => {
    const { call, store } = open({ 'GET /cart': () => unauthorized, 'POST /auth/refresh': () => renewed })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401 })
    expect(store.to('POST /auth/refresh')).toHaveLength(1)
    expect(store.to('GET /cart')).toHaveLength(2)
  })

  test('that became somebody else’s does not act for them', async () => {
    const other = { body: { token: 'new', user: wireUser({ _id: 'u2' }), message: '' } }
    const { call, store } = open({ ...cart, 'POST /auth/refresh': () => other })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401 })
    expect(store.to('GET /cart')).toHaveLength(1)
    expect(changes).toEqual(['signed-in'])
  })

  test('is not brought back by a late answer once one has signed out', async () => {
    let answer!: (told: typeof renewed) => void
    const late = new Promise<typeof renewed>((resolve) => (answer = resolve))
    const { call, session } = open({ ...cart, 'POST /auth/refresh': () => late })
    const asked = call(cartRoutes.cart, {})
    await new Promise((resolve) => setTimeout(resolve, 5))
    session.clear()
    answer(renewed)
    await expect(asked).rejects.toMatchObject({ status: 401 })
    expect(session.current()).toBeNull()
  })
})

describe('a refusal that is not about the session', () => {
  test('of a wrong password is told and never renews anything', async () => {
    const wrong = { status: 401, body: { message: 'Wrong e-mail or password', error: 'wrong_password' } }
    const { call, store } = open({ 'POST /auth/login': () => wrong })
    const asked = call(signInRoutes.signIn, { email: 'ada@example.com', password: 'guess1' })
    await expect(asked).rejects.toMatchObject({ status: 401, message: 'Wrong e-mail or password' })
    expect(store.sent).toHaveLength(1)
    expect(store.sent[0]!.token).toBeNull()
  })

  test('to a visitor is only told', async () => {
    const { call, store } = open({ ...cart }, null)
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ status: 401 })
    expect(store.sent).toHaveLength(1)
    expect(changes).toEqual([])
  })
})

describe('a call', () => {
  test('carries ids in the path, a query in text, and money in dollars', async () => {
    const { call, store } = open({
      'GET /items': () => ({ body: { data: [], totalCount: 0, nextCursor: null }, position: 'e;catalogue=7' }),
      'PATCH /checkout/o%2F1/mark-paid': () => ({
        status: 404,
        body: { message: 'Order not found', error: 'not_found' },
      }),
    })
    const { position } = await call(catalogueRoutes.items, { minPrice: 1250, limit: 5, q: 'a&b' })
    expect(position).toEqual({ epoch: 'e', heads: { catalogue: 7 } })
    expect(store.sent[0]!.path).toBe('/items?minPrice=12.5&q=a%26b&limit=5')
    const paying = call(orderRoutes.markPaid, { id: 'o/1', paymentMethod: 'bank', discountAmount: 199 }, { key: 'k' })
    await expect(paying).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'Order not found' })
    expect(store.sent[1]).toMatchObject({ body: { paymentMethod: 'bank', discountAmount: 1.99 }, key: 'k' })
  })

  test('without input has no body', async () => {
    const { call, store } = open({ 'POST /auth/logout': () => ({ body: { message: 'Logged out' } }) })
    await call(accountRoutes.signOut, {})
    expect(store.sent[0]).toMatchObject({ body: undefined, token: 'old' })
  })

  test('that is wrong in itself is refused in the store’s words without being sent', async () => {
    const { call, store } = open({})
    const paying = call(orderRoutes.markPaid, { id: 'o1', reference: 'ab' })
    await expect(paying).rejects.toMatchObject({ status: 400, message: 'The reference needs 3 to 128 characters' })
    expect(store.sent).toEqual([])
  })

  const words: [what: string, told: Parameters<typeof open>[0][string], expected: Record<string, unknown>][] = [
    [
      'the message',
      () => ({ status: 409, body: { message: 'No', error: 'not_now' } }),
      { status: 409, code: 'not_now', message: 'No' },
    ],
    ['else the error', () => ({ status: 409, body: { error: 'not_now' } }), { status: 409, message: 'not_now' }],
    ['else what the network says', noNetwork, { status: 0, code: 'network', message: 'Failed to fetch' }],
    ['else that it failed', () => ({ status: 500, body: {} }), { status: 500, message: 'Request failed' }],
    [
      'also of an answer that is not in its form',
      () => ({ body: { data: 'none' } }),
      { status: 200, code: 'unreadable' },
    ],
    ['also of one that never comes', () => new Promise(() => {}), { status: 0, code: 'timeout' }],
  ]
  test.each(words)('that fails tells %s', async (_, handle, expected) => {
    const { call } = open({ 'GET /cart': handle }, 'old', 200)
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject(expected)
  })

  test('keeps all that a refusal carries', async () => {
    const { call } = open({ 'GET /cart': () => ({ status: 409, body: { message: 'No', error: 'x', data: [1] } }) })
    await expect(call(cartRoutes.cart, {})).rejects.toMatchObject({ extra: { data: [1] } })
  })

  test('is given up when nobody waits for it any more', async () => {
    const { call } = open({ 'GET /cart': () => new Promise(() => {}) })
    const leaving = new AbortController()
    const asked = call(cartRoutes.cart, {}, { signal: leaving.signal })
    leaving.abort()
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
  })
})

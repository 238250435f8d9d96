import { expect, test } from 'vitest'
import { cartRoutes } from '../../shared/cart.ts'
import { createApi } from '../../client/api/call.ts'
import { createSession, type SessionChange } from '../../client/api/session.ts'
import { buildUser } from './build.ts'
import { createFakeStore, unauthorized, wireUser } from './fake-store.ts'
import { openBrowser } from './pages.ts'

const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Refresh tokens are good once: who comes with a used one loses the session. */
function openTwo() {
  let renewals = 0
  const store = createFakeStore({
    'GET /cart': ({ token }) => (token === `renewed ${renewals}` ? { body: { data: [] } } : unauthorized),
    'POST /auth/refresh': async () => {
      await soon()
      return { body: { token: `renewed ${++renewals}`, user: wireUser(), message: '' } }
    },
  })
  const browser = openBrowser()
  const tabs = [1, 2].map(() => {
    const [session, tab] = [createSession(), browser.openTab()]
    session.open(tab, tab.localStorage)
    const changes: SessionChange['type'][] = []
    session.listen(({ type }) => changes.push(type))
    const { call } = createApi({ session, send: store.send, locks: browser.locks })
    return { session, changes, call }
  })
  return { one: tabs[0]!, two: tabs[1]!, store, kept: browser.kept }
}

test('signing in and out in one signs in and out in the other', async () => {
  const { one, two, kept } = openTwo()
  one.session.set({ token: 't', user: buildUser() })
  await soon()
  expect(two.session.current()).toEqual({ token: 't', user: buildUser() })
  expect(kept.get('token')).toBe('t')
  expect(JSON.parse(kept.get('user')!)).toEqual(wireUser())
  two.session.clear()
  await soon()
  expect(one.session.current()).toBeNull()
  expect([one.changes, two.changes]).toEqual([
    ['signed-in', 'signed-out'],
    ['signed-in', 'signed-out'],
  ])
})

test('one renews the session for both, also before the other has heard of it', async () => {
  const { one, two, store } = openTwo()
  one.session.set({ token: 'old', user: buildUser() })
  await soon()
  await Promise.all([one.call(cartRoutes.cart, {}), two.call(cartRoutes.cart, {}), two.call(cartRoutes.cart, {})])
  expect(store.to('POST /auth/refresh')).toHaveLength(1)
  expect([one.session.current()?.token, two.session.current()?.token]).toEqual(['renewed 1', 'renewed 1'])
  expect(two.changes).toEqual(['signed-in', 'refreshed'])
})

test('the user as one knows them does not overwrite the token that the other has renewed', async () => {
  const { one, two, kept } = openTwo()
  one.session.set({ token: 'old', user: buildUser() })
  await soon()
  one.session.set({ token: 'renewed', user: buildUser() })
  two.session.setUser(buildUser({ firstName: 'Augusta' }))
  await soon()
  expect(kept.get('token')).toBe('renewed')
  expect(two.session.current()?.token).toBe('renewed')
})

test('what is in the storage and cannot be read is nobody', () => {
  const browser = openBrowser()
  const tab = browser.openTab()
  tab.localStorage.setItem('token', 't')
  tab.localStorage.setItem('user', '{"_id": 1')
  const session = createSession()
  session.open(tab, tab.localStorage)
  expect(session.current()).toBeNull()
})

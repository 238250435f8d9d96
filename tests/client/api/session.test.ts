import { expect, it } from 'vitest'
import { cartRoutes } from '../../../shared/cart/routes.ts'
import { createApi } from '../../../client/api/call.ts'
import { createSession, type SessionChange } from '../../../client/api/session.ts'
import { buildUser } from '../build.ts'
import { createFakeServer, unauthorized, wireUser } from '../fake-server.ts'
import { openBrowser } from '../browser.ts'

/** The other tabs get storage events asynchronously. */
const storageEvents = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Two tabs, and a server whose refresh tokens can be used once. */
function openTwoTabs() {
  let refreshes = 0
  const server = createFakeServer({
    'GET /cart': ({ token }) => (token === `renewed ${refreshes}` ? { body: { data: [] } } : unauthorized),
    'POST /auth/refresh': async () => {
      await storageEvents()
      return { body: { token: `renewed ${++refreshes}`, user: wireUser(), message: '' } }
    },
  })
  const browser = openBrowser()
  const tabs = [1, 2].map(() => {
    const [session, tab] = [createSession(), browser.openTab()]
    session.open(tab, tab.localStorage)
    const changes: SessionChange['type'][] = []
    session.listen(({ type }) => changes.push(type))
    const { call } = createApi({ session, send: server.send, locks: browser.locks })
    return { session, changes, call }
  })
  return { one: tabs[0]!, two: tabs[1]!, server, storage: browser.storage }
}

it('is shared between tabs: logging in or out in one does so in the other', async () => {
  const { one, two, storage } = openTwoTabs()
  one.session.set({ token: 't', user: buildUser() })
  await storageEvents()
  expect(two.session.current()).toEqual({ token: 't', user: buildUser() })
  expect(storage.get('token')).toBe('t')
  expect(JSON.parse(storage.get('user')!)).toEqual(wireUser())
  two.session.clear()
  await storageEvents()
  expect(one.session.current()).toBeNull()
  expect([one.changes, two.changes]).toEqual([
    ['signed-in', 'signed-out'],
    ['signed-in', 'signed-out'],
  ])
})

it('is refreshed once for all tabs, even before the other tab knows', async () => {
  const { one, two, server } = openTwoTabs()
  one.session.set({ token: 'old', user: buildUser() })
  await storageEvents()
  await Promise.all([one.call(cartRoutes.cart, {}), two.call(cartRoutes.cart, {}), two.call(cartRoutes.cart, {})])
  expect(server.requestsTo('POST /auth/refresh')).toHaveLength(1)
  expect([one.session.current()?.token, two.session.current()?.token]).toEqual(['renewed 1', 'renewed 1'])
  expect(two.changes).toEqual(['signed-in', 'refreshed'])
})

it('storing a changed user does not overwrite a token refreshed by another tab', async () => {
  const { one, two, storage } = openTwoTabs()
  one.session.set({ token: 'old', user: buildUser() })
  await storageEvents()
  one.session.set({ token: 'renewed', user: buildUser() })
  two.session.setUser(buildUser({ firstName: 'Augusta' }))
  await storageEvents()
  expect(storage.get('token')).toBe('renewed')
  expect(two.session.current()?.token).toBe('renewed')
})

it('treats unreadable storage as logged out', () => {
  const browser = openBrowser()
  const tab = browser.openTab()
  tab.localStorage.setItem('token', 't')
  tab.localStorage.setItem('user', '{"_id": 1')
  const session = createSession()
  session.open(tab, tab.localStorage)
  expect(session.current()).toBeNull()
})

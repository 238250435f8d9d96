import { expect, onTestFinished, test } from 'vitest'
import { profileRoutes } from '../../shared/profile-calls.ts'
import { createClient } from '../../client/client.ts'
import { followKept, forgetUnconfirmed, saveProfile, sendWaiting } from '../../client/profile/actions.ts'
import { keptKey } from '../../client/profile/kept.ts'
import { profileOf } from '../../client/profile/store.ts'
import { buildPage, buildUser } from './build.ts'
import { stateOf } from './device.ts'
import { createFakeStore, noNetwork, unauthorized, wireUser } from './fake-store.ts'
import { openBrowser } from './pages.ts'

const ada = profileOf(buildUser())
const soon = () => new Promise((resolve) => setTimeout(resolve, 10))
type Update = { firstName: string; lastName: string; email: string; phone: string }

/** A store that takes profiles as ours does, once the network lets them through. */
function openTabs(count = 1) {
  const store = { network: false, user: buildUser(), refusal: null as null | { status: number; body: object } }
  const fake = createFakeStore({
    'GET /auth/me': () => (store.network ? { body: { user: wireUser(store.user) } } : noNetwork()),
    'POST /auth/update': ({ body }) => {
      if (!store.network) return noNetwork()
      if (store.refusal) return { ...store.refusal, body: { ...store.refusal.body } }
      const { email: _, ...taken } = body as Update
      store.user = { ...store.user, ...taken }
      return { body: { user: wireUser(store.user), message: 'Profile updated successfully!' } }
    },
    'POST /auth/refresh': () => unauthorized,
  })
  const browser = openBrowser()
  const tabs = Array.from({ length: count }, () => {
    const page = browser.openTab()
    page.localStorage.setItem('user', JSON.stringify(wireUser()))
    page.localStorage.setItem('token', 't')
    const client = createClient(buildPage(), { send: fake.send, locks: browser.locks, url: 'http://127.0.0.1:1' })
    client.start(page)
    const unfollow = followKept(client, page)!
    onTestFinished(() => (unfollow(), client.stop()))
    return client
  })
  const sent = () => fake.to(`${profileRoutes.updateProfile.method} ${profileRoutes.updateProfile.path}`)
  return { client: tabs[0]!, other: tabs[1]!, store, sent, kept: browser.kept }
}

const key = keptKey('u1')
const wanted = { ...ada, firstName: 'Élodie', phone: '+94-771234567' }

test('what cannot be sent is kept on the device and shown at once, in the bar as well', async () => {
  const { client, kept } = openTabs()
  await expect(saveProfile(client, wanted)).resolves.toBe('kept')
  expect(stateOf(client).profile.waiting).toEqual({ firstName: 'Élodie', phone: '+94-771234567' })
  expect(JSON.parse(kept.get(key)!)).toMatchObject({ waiting: { firstName: 'Élodie' } })
  expect(stateOf(client).accounts.user).toMatchObject({ firstName: 'Élodie', phone: '+94-771234567' })
  expect(stateOf(client).accounts.prefs.initials).toBe('ÉL')
  await expect(sendWaiting(client)).resolves.toBe(false)
  expect(stateOf(client).profile.waiting).not.toBeNull()
})

test('an address is another one only when its link was opened', async () => {
  const { client, store, kept } = openTabs()
  await saveProfile(client, { ...ada, email: 'new@example.com' })
  expect(stateOf(client).accounts.user!.email).toBe('ada@example.com')
  expect(stateOf(client).profile).toEqual({ waiting: { email: 'new@example.com' }, unconfirmed: null })
  store.network = true
  await sendWaiting(client)
  expect(stateOf(client).profile).toEqual({ waiting: null, unconfirmed: 'new@example.com' })
  expect(kept.get(key)).toContain('new@example.com')
  forgetUnconfirmed(client)
  expect(stateOf(client).profile.unconfirmed).toBeNull()
  expect(kept.has(key)).toBe(false)
})

test('it is sent over what the store knows by then, and only what was changed', async () => {
  const { client, store, sent, kept } = openTabs()
  await saveProfile(client, wanted)
  store.network = true
  store.user = buildUser({ lastName: 'King' })
  await expect(sendWaiting(client)).resolves.toBe(true)
  expect(sent().at(-1)!.body).toEqual({ ...wanted, lastName: 'King' })
  expect(stateOf(client).profile.waiting).toBeNull()
  expect(stateOf(client).accounts.user).toMatchObject({ firstName: 'Élodie', lastName: 'King' })
  expect(kept.has(key)).toBe(false)
  await expect(sendWaiting(client)).resolves.toBe(false)
})

test('a second change goes over the first; changed back counts as well', async () => {
  const { client, store, sent } = openTabs()
  await saveProfile(client, wanted)
  await saveProfile(client, { ...ada, lastName: 'King' })
  store.network = true
  await sendWaiting(client)
  expect(sent().at(-1)!.body).toEqual({ ...ada, lastName: 'King' })
})

test('what is refused is given up, and what the store has is shown', async () => {
  const { client, store, kept } = openTabs()
  await saveProfile(client, wanted)
  store.network = true
  store.refusal = { status: 409, body: { message: 'An account with this email already exists', error: 'email_taken' } }
  await expect(sendWaiting(client)).rejects.toMatchObject({ code: 'email_taken' })
  expect(stateOf(client).profile.waiting).toBeNull()
  expect(stateOf(client).accounts.user!.firstName).toBe('Ada')
  expect(kept.has(key)).toBe(false)
})

test.each([500, 503, 429])('a store that answers %i has not looked at it: it waits on', async (status) => {
  const { client, store, kept } = openTabs()
  await saveProfile(client, wanted)
  store.network = true
  store.refusal = { status, body: { message: 'Later', error: 'later' } }
  await expect(sendWaiting(client)).resolves.toBe(false)
  expect(stateOf(client).profile.waiting).not.toBeNull()
  expect(kept.has(key)).toBe(true)
})

test('a refusal at once is no reason to keep it', async () => {
  const { client, store, kept } = openTabs()
  store.network = true
  store.refusal = { status: 400, body: { message: 'Email is invalid', error: 'invalid' } }
  await expect(saveProfile(client, wanted)).rejects.toMatchObject({ message: 'Email is invalid' })
  expect([stateOf(client).profile.waiting, kept.has(key)]).toEqual([null, false])
})

test('two tabs show the same and send it once', async () => {
  const { client, other, store, sent } = openTabs(2)
  await saveProfile(client, wanted)
  await soon()
  expect(stateOf(other).profile.waiting).toEqual({ firstName: 'Élodie', phone: '+94-771234567' })
  expect(stateOf(other).accounts.user!.firstName).toBe('Élodie')
  store.network = true
  const before = sent().length
  await expect(sendWaiting(client)).resolves.toBe(true)
  await expect(sendWaiting(other)).resolves.toBe(false)
  expect(sent()).toHaveLength(before + 1)
  expect(stateOf(other).profile.waiting).toBeNull()
})

test('where nothing can be kept it is not pretended', async () => {
  const { client } = openTabs()
  client.storage = () => null
  await expect(saveProfile(client, wanted)).rejects.toMatchObject({ code: 'network' })
  expect(stateOf(client).profile.waiting).toBeNull()
  expect(stateOf(client).accounts.user!.firstName).toBe('Ada')
})

test.each(['no json', '{}', '{"waiting":{"firstName":7},"unconfirmed":null}', '[]'])(
  'what nobody can read is nothing: %s',
  async (text) => {
    const { client, kept, store } = openTabs()
    kept.set(key, text)
    store.network = true
    await expect(sendWaiting(client)).resolves.toBe(false)
    expect(stateOf(client).profile.waiting).toBeNull()
  },
)

import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../../client/create-client.ts'
import {
  dismissUnconfirmedEmail,
  followPendingProfile,
  saveProfile,
  sendPendingProfile,
} from '../../../client/profile/actions.ts'
import { pendingProfileKey } from '../../../client/profile/pending-profile.ts'
import { profileOf } from '../../../client/profile/store.ts'
import { profileRoutes } from '../../../shared/accounts/profile-routes.ts'
import { openBrowser } from '../browser.ts'
import { buildPage, buildUser } from '../build.ts'
import { stateOf } from '../device.ts'
import { createFakeServer, noNetwork, unauthorized, wireUser } from '../fake-server.ts'

const ada = profileOf(buildUser())
const edited = { ...ada, firstName: 'Élodie', phone: '+94-771234567' }
const key = pendingProfileKey('u1')
const storageEvents = () => new Promise((resolve) => setTimeout(resolve, 10))

type ProfileInput = { firstName: string; lastName: string; email: string; phone: string }
type Rejection = { status: number; body: Record<string, unknown> }

/** Tabs of one browser, and a server that is offline until `server.isOnline` is set. */
function openTabs(count = 1, stored?: object) {
  const server = { isOnline: false, user: buildUser(), rejection: null as Rejection | null }
  const fake = createFakeServer({
    'GET /auth/me': () => (server.isOnline ? { body: { user: wireUser(server.user) } } : noNetwork()),
    'POST /auth/update': ({ body }) => {
      if (!server.isOnline) return noNetwork()
      if (server.rejection) return server.rejection
      const { email: _, ...fields } = body as ProfileInput
      server.user = { ...server.user, ...fields }
      return { body: { user: wireUser(server.user), message: 'Profile updated successfully!' } }
    },
    'POST /auth/refresh': () => unauthorized,
  })
  const browser = openBrowser()
  const tabs = Array.from({ length: count }, () => {
    const page = browser.openTab()
    page.localStorage.setItem('user', JSON.stringify(wireUser()))
    page.localStorage.setItem('token', 't')
    if (stored) page.localStorage.setItem(key, JSON.stringify(stored))
    const client = createClient(buildPage(), { send: fake.send, locks: browser.locks, url: 'http://127.0.0.1:1' })
    client.start(page)
    const unfollow = followPendingProfile(client, page)!
    onTestFinished(() => (unfollow(), client.stop()))
    return client
  })
  const updates = () => fake.requestsTo(`${profileRoutes.updateProfile.method} ${profileRoutes.updateProfile.path}`)
  return { client: tabs[0]!, other: tabs[1]!, server, updates, storage: browser.storage }
}

it('stores and shows changes that cannot be sent', async () => {
  const { client, storage } = openTabs()
  await expect(saveProfile(client, edited)).resolves.toBe('pending')
  expect(stateOf(client).profile.pending).toEqual({ firstName: 'Élodie', phone: '+94-771234567' })
  expect(storage.get(key)).toContain('Élodie')
  expect(stateOf(client).accounts.user).toMatchObject({ firstName: 'Élodie', phone: '+94-771234567' })
  expect(stateOf(client).accounts.prefs.initials).toBe('ÉL')
  await expect(sendPendingProfile(client)).resolves.toBe(false)
  expect(stateOf(client).profile.pending).not.toBeNull()
})

it('does not show a new email address until its link was opened', async () => {
  const { client, server, storage } = openTabs()
  server.isOnline = true
  await saveProfile(client, { ...ada, email: 'new@example.com', password: 'demo1234' })
  expect(stateOf(client).accounts.user!.email).toBe('ada@example.com')
  expect(stateOf(client).profile).toEqual({ pending: null, unconfirmedEmail: 'new@example.com' })
  expect(storage.get(key)).toContain('new@example.com')
  dismissUnconfirmedEmail(client)
  expect(stateOf(client).profile.unconfirmedEmail).toBeNull()
  expect(storage.has(key)).toBe(false)
})

it('stores neither a new email address nor the password, but the other changes', async () => {
  const { client, server, updates, storage } = openTabs()
  const input = { ...edited, email: 'new@example.com', password: 'demo1234' }
  await expect(saveProfile(client, input)).resolves.toBe('pending')
  expect(stateOf(client).profile.pending).toEqual({ firstName: 'Élodie', phone: '+94-771234567' })
  expect([...storage.values()].join()).not.toMatch(/new@example\.com|demo1234/)
  server.isOnline = true
  await expect(sendPendingProfile(client)).resolves.toBe(true)
  expect(updates().at(-1)!.body).toEqual(edited)
})

it('fails offline when only the email address has changed', async () => {
  const { client, storage } = openTabs()
  const input = { ...ada, email: 'new@example.com', password: 'demo1234' }
  await expect(saveProfile(client, input)).rejects.toMatchObject({ code: 'network' })
  expect([stateOf(client).profile.pending, storage.has(key)]).toEqual([null, false])
})

it('drops an email address that an earlier version stored', async () => {
  const { client, server, updates } = openTabs(1, {
    pending: { firstName: 'Élodie', email: 'new@example.com' },
    unconfirmedEmail: null,
  })
  server.isOnline = true
  await sendPendingProfile(client)
  expect(updates().at(-1)!.body).toEqual({ ...ada, firstName: 'Élodie' })
})

it('sends only the changed fields, on top of the current profile, and once', async () => {
  const { client, server, updates, storage } = openTabs()
  await saveProfile(client, edited)
  server.isOnline = true
  server.user = buildUser({ lastName: 'King' })
  await expect(sendPendingProfile(client)).resolves.toBe(true)
  expect(updates().at(-1)!.body).toEqual({ ...edited, lastName: 'King' })
  expect(stateOf(client).profile.pending).toBeNull()
  expect(stateOf(client).accounts.user).toMatchObject({ firstName: 'Élodie', lastName: 'King' })
  expect(storage.has(key)).toBe(false)
  await expect(sendPendingProfile(client)).resolves.toBe(false)
})

it('merges a second change into the first, including fields that are changed back', async () => {
  const { client, server, updates } = openTabs()
  await saveProfile(client, edited)
  await saveProfile(client, { ...ada, lastName: 'King' })
  server.isOnline = true
  await sendPendingProfile(client)
  expect(updates().at(-1)!.body).toEqual({ ...ada, lastName: 'King' })
})

it('drops rejected changes and shows the profile of the server', async () => {
  const { client, server, storage } = openTabs()
  await saveProfile(client, edited)
  server.isOnline = true
  server.rejection = { status: 409, body: { message: 'An account with this email exists', error: 'email_taken' } }
  await expect(sendPendingProfile(client)).rejects.toMatchObject({ code: 'email_taken' })
  expect(stateOf(client).profile.pending).toBeNull()
  expect(stateOf(client).accounts.user!.firstName).toBe('Ada')
  expect(storage.has(key)).toBe(false)
})

it.each([500, 503, 429])('keeps the changes when the server answers %i', async (status) => {
  const { client, server, storage } = openTabs()
  await saveProfile(client, edited)
  server.isOnline = true
  server.rejection = { status, body: { message: 'Later', error: 'later' } }
  await expect(sendPendingProfile(client)).resolves.toBe(false)
  expect(stateOf(client).profile.pending).not.toBeNull()
  expect(storage.has(key)).toBe(true)
})

it('does not store changes that the server rejects right away', async () => {
  const { client, server, storage } = openTabs()
  server.isOnline = true
  server.rejection = { status: 400, body: { message: 'Email is invalid', error: 'invalid' } }
  await expect(saveProfile(client, edited)).rejects.toMatchObject({ message: 'Email is invalid' })
  expect([stateOf(client).profile.pending, storage.has(key)]).toEqual([null, false])
})

it('shows pending changes in every tab and sends them from one', async () => {
  const { client, other, server, updates } = openTabs(2)
  await saveProfile(client, edited)
  await storageEvents()
  expect(stateOf(other).profile.pending).toEqual({ firstName: 'Élodie', phone: '+94-771234567' })
  expect(stateOf(other).accounts.user!.firstName).toBe('Élodie')
  server.isOnline = true
  const before = updates().length
  await expect(sendPendingProfile(client)).resolves.toBe(true)
  await expect(sendPendingProfile(other)).resolves.toBe(false)
  expect(updates()).toHaveLength(before + 1)
  expect(stateOf(other).profile.pending).toBeNull()
})

it('fails when the changes can be neither sent nor stored', async () => {
  const { client } = openTabs()
  client.storage = () => null
  await expect(saveProfile(client, edited)).rejects.toMatchObject({ code: 'network' })
  expect(stateOf(client).profile.pending).toBeNull()
  expect(stateOf(client).accounts.user!.firstName).toBe('Ada')
})

it.each(['no json', '{}', '{"pending":{"firstName":7},"unconfirmedEmail":null}', '[]'])(
  'ignores stored text it cannot read: %s',
  async (text) => {
    const { client, storage, server } = openTabs()
    storage.set(key, text)
    server.isOnline = true
    await expect(sendPendingProfile(client)).resolves.toBe(false)
    expect(stateOf(client).profile.pending).toBeNull()
  },
)

it('sends a change that version 1 stored', async () => {
  const { client, server, updates, storage } = openTabs(1, {
    waiting: { firstName: 'Élodie' },
    unconfirmed: 'e@example.com',
  })
  expect(stateOf(client).profile).toEqual({ pending: { firstName: 'Élodie' }, unconfirmedEmail: 'e@example.com' })
  server.isOnline = true
  await sendPendingProfile(client)
  expect(updates()).toHaveLength(1)
  expect(stateOf(client).accounts.user).toMatchObject({ firstName: 'Élodie' })
  expect(storage.has(key)).toBe(false)
})

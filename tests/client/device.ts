import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { users } from '../../drizzle/schema.ts'
import { register, signIn } from '../../client/accounts/sign-in-actions.ts'
import type { Send } from '../../client/api/call.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { State } from '../../client/state.ts'
import type { TestStore } from '../app.ts'
import { until } from '../app.ts'
import { buildPage } from './build.ts'
import { openBrowser } from './pages.ts'

type Network = Awaited<ReturnType<typeof openNetwork>>

/** What lies between devices and the store's port: it can be cut, and lead to another store. */
export async function openNetwork(test: TestStore) {
  const open = new Set<Socket>()
  let [store, isCut, losing] = [test, false, false]

  const server = createServer((incoming) => {
    if (isCut) return incoming.destroy()
    void store.listen().then((url) => {
      const outgoing = connect(Number(new URL(url).port), '127.0.0.1')
      for (const [one, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        open.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => void (open.delete(one), other.destroy()))
        one.pipe(other)
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    open.forEach((one) => one.destroy())
    server.close()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store: () => store,
    isCut: () => isCut,
    cut() {
      isCut = true
      open.forEach((one) => one.destroy())
    },
    heal: () => void (isCut = false),
    /** The next call arrives; its answer does not. */
    loseAnswer: () => void (losing = true),
    losesAnswer() {
      const lost = losing
      losing = false
      return lost
    },
    leadTo: (other: TestStore) => void (store = other),
  }
}

/** A browser of its own, with its cookies: the client's core as a page runs it, without the page. */
export function openDevice(network: Network) {
  const browser = openBrowser()
  const cookies = new Map<string, string>()

  const send: Send = async (url, init) => {
    if (network.isCut()) throw new TypeError('Failed to fetch')
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await network.store().app.request(`http://localhost${url}`, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    if (network.losesAnswer()) throw new TypeError('Failed to fetch')
    return response
  }

  function openTab(): Client {
    const client = createClient(buildPage(), { send, locks: browser.locks, url: network.url })
    client.start(browser.openTab())
    onTestFinished(client.stop)
    return client
  }

  return { openTab, cookies, kept: browser.kept }
}

let people = 0

/** Somebody new, signed in and connected; staff where it is said. */
export async function openSomebody(network: Network, { firstName = 'Ada', isStaff = false } = {}) {
  const device = openDevice(network)
  const client = device.openTab()
  const who = { email: `somebody${++people}@example.com`, password: 'secret1' }
  const { _id } = await register(client, { ...who, firstName, lastName: 'Test' })
  if (isStaff) {
    await network.store().store.db.update(users).set({ isAdmin: true }).where(eq(users.id, _id))
    await signIn(client, who)
  }
  await untilLive(client)
  return { client, device, who, id: _id }
}

export const stateOf = (client: Client): State => client.store.getState()

export const untilLive = (client: Client) => until(() => stateOf(client).connection.status === 'live')

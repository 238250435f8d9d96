import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { users } from '../../drizzle/schema.ts'
import { register, signIn } from '../../client/accounts/sign-in-actions.ts'
import type { Send } from '../../client/api/call.ts'
import type { Client } from '../../client/client.ts'
import { createClient } from '../../client/create-client.ts'
import type { State } from '../../client/state.ts'
import type { TestServer } from '../app.ts'
import { waitFor } from '../app.ts'
import { buildPage } from './build.ts'
import { openBrowser } from './browser.ts'

type Network = Awaited<ReturnType<typeof openNetwork>>

/** A proxy between devices and the server, which can be cut off or connected to another server. */
export async function openNetwork(test: TestServer) {
  const sockets = new Set<Socket>()
  let [server, isCut] = [test, false]
  let lostPath: string | null = null

  const proxy = createServer((incoming) => {
    if (isCut) return incoming.destroy()
    void server.listen().then((url) => {
      const outgoing = connect(Number(new URL(url).port), '127.0.0.1')
      for (const [from, to] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => void (sockets.delete(from), to.destroy()))
        from.pipe(to)
      }
    })
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy())
    proxy.close()
  })

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    server: () => server,
    isCut: () => isCut,
    cut() {
      isCut = true
      sockets.forEach((socket) => socket.destroy())
    },
    heal: () => void (isCut = false),
    /** The next call of this path arrives, but its answer is lost. */
    loseAnswer: (path: string) => void (lostPath = path),
    takeLoss(url: string) {
      const isLost = lostPath !== null && url.startsWith(`/api${lostPath}`)
      if (isLost) lostPath = null
      return isLost
    },
    connectTo: (other: TestServer) => void (server = other),
  }
}

/** A browser with its own cookies, whose tabs run the client without a page. */
export function openDevice(network: Network) {
  const browser = openBrowser()
  const cookies = new Map<string, string>()

  const send: Send = async (url, init) => {
    if (network.isCut()) throw new TypeError('Failed to fetch')
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await network.server().router.request(`http://localhost${url}`, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    if (network.takeLoss(url)) throw new TypeError('Failed to fetch')
    return response
  }

  /** The pages of the tabs, for their events. */
  const pages: EventTarget[] = []
  function openTab(): Client {
    const client = createClient(buildPage(), { send, locks: browser.locks, url: network.url })
    const page = browser.openTab()
    pages.push(page)
    client.start(page)
    onTestFinished(client.stop)
    return client
  }

  return { openTab, pages, cookies, storage: browser.storage }
}

let userCount = 0

/** A new user, logged in and connected. */
export async function openUser(network: Network, { firstName = 'Ada', isStaff = false } = {}) {
  const device = openDevice(network)
  let client = device.openTab()
  const credentials = { email: `user${++userCount}@example.com`, password: 'secret1' }
  const { _id } = await register(client, { ...credentials, firstName, lastName: 'Test' })
  if (isStaff) {
    await network.server().app.db.update(users).set({ isAdmin: true }).where(eq(users.id, _id))
    await signIn(client, credentials)
    // A tab of staff has the code for events of the staff area before it connects.
    client.stop()
    client = device.openTab()
  }
  await untilLive(client)
  return { client, device, credentials, id: _id }
}

export const stateOf = (client: Client): State => client.store.getState()

export const untilLive = (client: Client) => waitFor(() => stateOf(client).connection.status === 'live')

import type { StoreApi } from 'zustand/vanilla'
import type { ActionContext } from './action-context.ts'
import type { ClientSession } from './api/session.ts'
import type { Page } from './page-events.ts'
import type { State } from './state.ts'
import type { Connection } from './stream/socket.ts'

/** One visitor's client: the store, and everything that keeps it up to date. */
export type Client = PageClient & ConnectedClient

/** What a page needs to be rendered and hydrated. */
export type PageClient = {
  store: StoreApi<State>
  /** Snapshot keys of what the page was rendered with, which need not be loaded again. */
  rendered: Set<string>
  /** The stream cursor of the rendered page. */
  position: string | null
  /** The device's local storage; null on the server, before the page is connected, and where the browser forbids it. */
  storage: () => Storage | null
  /** Resolves when the rest of the client is there. */
  connected: Promise<unknown>
}

/** What calls the server and follows its events, loaded after the first view. */
export type ConnectedClient = ActionContext & {
  session: ClientSession
  connection: Connection
  /** Runs an operation that ends the session on purpose, so that its end is not reported to the user. */
  expectSessionEnd: <T>(operation: () => Promise<T>) => Promise<T>
  /** In the browser, once: restores the session, connects, and follows the page and the other tabs. */
  start: (page?: Page) => void
  stop: () => void
}

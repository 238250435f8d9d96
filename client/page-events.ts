import type { Locks } from './api/refresh.ts'
import type { Connection } from './stream/socket.ts'
import { whenIdle } from './lib/when-idle.ts'

/** The part of the browser's window that is used. */
export type Page = Pick<
  Window,
  'addEventListener' | 'removeEventListener' | 'dispatchEvent' | 'document' | 'localStorage'
>
type Target = Pick<Page, 'addEventListener' | 'removeEventListener'>

/**
 * Connects when the page is idle, and reacts to its network and visibility. Browsers keep a page for Back only without an
 * open connection.
 * @param onRestored for a page that was kept: other tabs may have logged in or out meanwhile
 * @returns how to stop
 */
export function watchPage(page: Page, connection: Connection, onRestored: () => void): () => void {
  const { document } = page
  const checkIfVisible = () => {
    if (document.visibilityState === 'visible') connection.checkConnection()
  }
  const cleanups = [
    listen(page, 'online', connection.reconnect),
    listen(page, 'offline', connection.handleDisconnect),
    listen(page, 'focus', connection.checkConnection),
    listen(page, 'pagehide', connection.suspend),
    listen(page, 'pageshow', (event) => {
      if ((event as PageTransitionEvent).persisted) onRestored()
      connection.checkConnection()
    }),
    listen(document, 'visibilitychange', checkIfVisible),
    whenIdle(() => void connection.start()),
  ]
  return () => cleanups.forEach((cleanUp) => cleanUp())
}

function listen(target: Target, type: string, listener: (event: Event) => void) {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** null where the browser forbids it; the session then lasts as long as the page. */
export function localStorageOf(page: Page): Storage | null {
  try {
    return page.localStorage
  } catch {
    return null
  }
}

/** The browser's lock manager, where it has one. */
export function webLocks(): Locks | undefined {
  if (typeof navigator === 'undefined' || !navigator.locks) return undefined
  return { request: async (name, task) => navigator.locks.request(name, task) }
}

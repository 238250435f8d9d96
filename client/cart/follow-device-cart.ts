import type { Client } from '../client.ts'
import { localStorageOf, type Page } from '../page-events.ts'
import { deviceCartKey } from './storage-keys.ts'
import type { DeviceCartContext } from './sync-device-cart.ts'

const retryDelaysMs = [2000, 5000, 15_000]

/**
 * Keeps the cart in step with what the device stores: when the page opens or returns, when another tab changes it, and
 * when somebody logs in or out. Its code is loaded when there is something to show. Returns how to stop.
 */
export function followDeviceCart(context: DeviceCartContext & Pick<Client, 'store'>, page: Page): () => void {
  const { session, store } = context
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** One at a time in this tab; across tabs, the keys prevent a second addition. */
  let syncing: Promise<void> = Promise.resolve()

  async function sync() {
    const storage = localStorageOf(page)
    const { deviceLines, merge } = store.getState().cart
    if (!storage || (storage.getItem(deviceCartKey) === null && deviceLines.length === 0 && merge === 'none')) return
    const { syncDeviceCart } = await import('./sync-device-cart.ts')
    await syncDeviceCart(context, storage)
    if (store.getState().cart.merge === 'waiting') retryLater()
    else retries = 0
  }

  function retryLater() {
    const delayMs = retryDelaysMs[retries++]
    if (delayMs !== undefined) timer = setTimeout(start, delayMs)
  }

  function start() {
    clearTimeout(timer)
    // Code that can't be loaded is tried again with the next connection.
    syncing = syncing.then(sync).catch(() => undefined)
  }

  const onStorage = ({ key }: StorageEvent) => (key === deviceCartKey || key === null) && start()
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && start()
  page.addEventListener('storage', onStorage)
  page.addEventListener('pageshow', onPageShow)
  const cleanups = [
    session.listen(({ type }) => type !== 'refreshed' && start()),
    store.subscribe(({ connection }, before) => {
      if (connection.status === 'live' && before.connection.status !== 'live') start()
    }),
  ]
  start()
  return () => {
    clearTimeout(timer)
    page.removeEventListener('storage', onStorage)
    page.removeEventListener('pageshow', onPageShow)
    cleanups.forEach((cleanUp) => cleanUp())
  }
}

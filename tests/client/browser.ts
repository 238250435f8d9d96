import type { Page } from '../../client/page-events.ts'
import type { Locks } from '../../client/api/refresh.ts'

/** A fake browser: tabs that share local storage, with its events, and locks. */
export function openBrowser() {
  const storage = new Map<string, string>()
  const tabs: (EventTarget & Page)[] = []
  let last: Promise<unknown> = Promise.resolve()

  const locks: Locks = {
    request(_name, task) {
      const turn = last.then(task)
      last = turn.catch(() => undefined)
      return turn
    },
  }

  function openTab() {
    const document = Object.assign(new EventTarget(), {
      cookie: '',
      location: { protocol: 'http:' },
      visibilityState: 'visible',
      documentElement: { dataset: {} },
      querySelectorAll: () => [],
    })
    const tab = Object.assign(new EventTarget(), {
      document,
      localStorage: storageOf(() => tab),
    }) as unknown as EventTarget & Page
    tabs.push(tab)
    return tab
  }

  function storageOf(tab: () => EventTarget): Storage {
    const change = (key: string, value: string | null) => {
      if ((storage.get(key) ?? null) === value) return
      if (value === null) storage.delete(key)
      else storage.set(key, value)
      const others = tabs.filter((other) => other !== tab())
      // Browsers notify other tabs asynchronously.
      setTimeout(() => others.forEach((other) => other.dispatchEvent(Object.assign(new Event('storage'), { key }))))
    }
    return {
      get length() {
        return storage.size
      },
      key: (index) => [...storage.keys()][index] ?? null,
      getItem: (key) => storage.get(key) ?? null,
      setItem: change,
      removeItem: (key) => change(key, null),
      clear: () => [...storage.keys()].forEach((key) => change(key, null)),
    }
  }

  return { openTab, locks, storage }
}

import type { Page } from '../../client/client.ts'
import type { Locks } from '../../client/api/refresh.ts'

/** A browser with its tabs: one storage, whose events reach the other tabs, and one set of locks. */
export function openBrowser() {
  const kept = new Map<string, string>()
  const tabs: (EventTarget & Page)[] = []
  let last: Promise<unknown> = Promise.resolve()

  const locks: Locks = {
    request(_name, held) {
      const turn = last.then(held)
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
      if ((kept.get(key) ?? null) === value) return
      if (value === null) kept.delete(key)
      else kept.set(key, value)
      const others = tabs.filter((one) => one !== tab())
      // The other tabs hear of it later.
      setTimeout(() => others.forEach((one) => one.dispatchEvent(Object.assign(new Event('storage'), { key }))))
    }
    return {
      get length() {
        return kept.size
      },
      key: (at) => [...kept.keys()][at] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: change,
      removeItem: (key) => change(key, null),
      clear: () => [...kept.keys()].forEach((key) => change(key, null)),
    }
  }

  return { openTab, locks, kept }
}

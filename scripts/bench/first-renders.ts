import type { Prefs } from '../../shared/accounts/prefs.ts'
import { itemSorts } from '../../shared/catalogue/list-options.ts'
import { currencies } from '../../shared/money.ts'
import { processCpuMs } from './cpu-time.ts'
import type { ServerProcess } from './processes.ts'
import { median, milliseconds, row } from './report.ts'

const samples = 50
/** A server that has just started compiles what it runs: it still does so after a thousand pages. */
const warmUpRenders = 2000

type Page = { path: string; cookie?: string }
/** Pages that no visitor has opened before, and others like them to warm the server up with. */
type Pages = { measured: Page[]; warmUp: Page[] }

/**
 * Response time and processor time of the first render of public pages, and the response time of `/` right after an item
 * has changed.
 */
export async function measureFirstRenders(server: Pick<ServerProcess, 'port' | 'pid'>, staffToken: string) {
  const address = `http://localhost:${server.port}`
  const { data } = (await (await fetch(`${address}/api/items?sortBy=name&limit=${2 * samples}`)).json()) as {
    data: { _id: string }[]
  }
  const items = data.map(({ _id }) => ({ path: `/items/${_id}` }))
  const fill = (page: (n: number) => Page, count = warmUpRenders) => Array.from({ length: count }, (_, n) => page(n))
  // These run what is for visitors alone. Pages of users, which are rendered each time, warm up the rest.
  const visitorPages = fill((n) => ({ path: `/items?maxPrice=${2000 + n / 100}`, cookie: pick(variants, n) }))
  for (const page of visitorPages) await open(address, page)
  const pages: Record<string, Pages> = {
    '/': {
      measured: variants.map((cookie) => ({ path: '/', cookie })),
      warmUp: fill((n) => ({ path: '/', cookie: pick(users, n) })),
    },
    '/items, sorted': {
      measured: itemSorts.flatMap((sort) => variants.map((cookie) => ({ path: `/items?sortBy=${sort}`, cookie }))),
      warmUp: fill((n) => ({ path: `/items?sortBy=${pick(itemSorts, n)}`, cookie: pick(users, n) })),
    },
    '/items from a price on': {
      measured: fill((n) => ({ path: `/items?minPrice=${n / 100}` }), samples),
      warmUp: fill((n) => ({ path: `/items?minPrice=${1000 + n / 100}` })),
    },
    '/items/{id}': {
      measured: items.slice(0, samples),
      warmUp: fill((n) => ({ ...pick(items.slice(samples), n), cookie: pick(users, n) })),
    },
  }
  for (const [name, { measured, warmUp }] of Object.entries(pages)) {
    for (const page of warmUp) await open(address, page)
    const times: number[] = []
    const cpuBefore = processCpuMs(server.pid)
    for (const page of measured) {
      const start = performance.now()
      await open(address, page)
      times.push(performance.now() - start)
    }
    const cpuMs = (processCpuMs(server.pid) - cpuBefore) / measured.length
    row(`first render of ${name} (aim 5 ms)`, `${milliseconds(median(times))}, ${milliseconds(cpuMs)}`)
  }
  row('/ right after an item has changed (aim 5 ms)', milliseconds(median(await measureAfterChanges())))

  async function measureAfterChanges() {
    const times: number[] = []
    const { _id } = data[0]!
    const headers = { authorization: `Bearer ${staffToken}`, 'content-type': 'application/json' }
    for (let n = 0; n < samples; n += 1) {
      const item = await fetch(`${address}/api/admin/items/${_id}`, { headers })
      const { version } = ((await item.json()) as { data: { version: number } }).data
      const body = JSON.stringify({ prices: [{ _id, version, price: 10 + n, originalPrice: null }] })
      const response = await fetch(`${address}/api/admin/items/prices`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`The change of a price returned ${response.status}`)
      const start = performance.now()
      await open(address, { path: '/' })
      times.push(performance.now() - start)
    }
    return times
  }
}

async function open(address: string, { path, cookie }: Page) {
  const response = await fetch(address + path, {
    headers: { 'accept-encoding': 'gzip, deflate, br', ...(cookie && { cookie }) },
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
}

const pick = <T>(list: readonly T[], n: number) => list[n % list.length]!

/** A page is rendered for each theme and currency. */
const prefsOfAll = (initials: string) =>
  (['system', 'light', 'dark'] as const).flatMap((theme) =>
    currencies.map((currency): Prefs => ({ theme, currency, initials })),
  )
const prefsCookie = (prefs: Prefs) => `prefs=${encodeURIComponent(JSON.stringify(prefs))}`
const variants = prefsOfAll('').map(prefsCookie)
const users = prefsOfAll('AB').map(prefsCookie)

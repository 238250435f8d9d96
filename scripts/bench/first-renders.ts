import type { ServerProcess } from './processes.ts'
import { readCpuMs } from './processes.ts'
import { milliseconds, quantile, row } from './report.ts'

const samples = 60
/** A server that has just started compiles what it runs. */
const warmUpRenders = 300

/** Public pages that no visitor has opened before: response time and processor time of the first render of each. */
export async function measureFirstRenders(server: Pick<ServerProcess, 'port' | 'pid'>) {
  const address = `http://localhost:${server.port}`
  const { data } = (await (await fetch(`${address}/api/items?sortBy=name&limit=${samples}`)).json()) as {
    data: { _id: string }[]
  }
  const pages: Record<string, Page[]> = {
    '/': variants.map((cookie) => ({ path: '/', cookie })),
    '/items': Array.from({ length: samples }, (_, n) => ({ path: `/items?minPrice=${n / 100}` })),
    '/items/{id}': data.map(({ _id }) => ({ path: `/items/${_id}` })),
  }
  for (let n = 0; n < warmUpRenders; n += 1) await open(`${address}/items?maxPrice=${1000 + n / 100}`)
  for (const [name, all] of Object.entries(pages)) {
    const times: number[] = []
    const cpuBefore = readCpuMs(server.pid)
    for (const { path, cookie } of all) {
      const start = performance.now()
      await open(address + path, cookie)
      times.push(performance.now() - start)
    }
    const cpuMs = (readCpuMs(server.pid) - cpuBefore) / all.length
    const median = quantile(
      times.toSorted((a, b) => a - b),
      0.5,
    )
    row(`first render of ${name} (aim 5 ms)`, `${milliseconds(median)}, ${milliseconds(cpuMs)}`)
  }
}

/** As browsers do, which all accept brotli; `fetch` asks for gzip alone. */
async function open(url: string, cookie?: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br', ...(cookie && { cookie }) } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
}

type Page = { path: string; cookie?: string }

/** A page is rendered for each theme and currency. */
const variants = ['light', 'dark'].flatMap((theme) =>
  ['USD', 'LKR', 'INR'].map((currency) => {
    const prefs = JSON.stringify({ theme, currency, initials: '' })
    return `prefs=${encodeURIComponent(prefs)}`
  }),
)

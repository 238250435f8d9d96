import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadFor } from './load.ts'
import { createTemporaryFolder, startBaseline, startServer } from './processes.ts'
import { heading, milliseconds, perSecond, row } from './report.ts'

const seconds = 4

/** The item list, compared with the same bytes from plain servers. */
export async function measureList() {
  heading('Item list (24 items), 32 connections')
  const server = await startServer()
  const body = await (await fetch(`http://localhost:${server.port}/api/items`)).text()
  const file = join(createTemporaryFolder(), 'response.json')
  writeFileSync(file, body)

  const bare = await startBaseline('constant', file)
  const hono = await startBaseline('hono', file)
  const query = await startBaseline('query', `${server.folder}/store.db`)
  const rates: Record<string, number> = {}
  const servers = {
    'node:http, the same bytes': bare,
    'Hono, the same bytes': hono,
    'Hono, one prepared query': query,
    Kade: server,
  }
  for (const [label, { port }] of Object.entries(servers)) {
    await loadFor(1, port, '/api/items')
    const { rate, p99 } = await loadFor(seconds, port, '/api/items')
    rates[label] = rate
    row(label, `${perSecond(rate)}, p99 ${milliseconds(p99)}`)
  }
  row('Kade / Hono, the same bytes (aim 0.7)', (rates.Kade! / rates['Hono, the same bytes']!).toFixed(2))
  for (const one of Object.values(servers)) await one.stop()
}

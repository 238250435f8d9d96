import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadFor } from './load.ts'
import { newFolder, startBaseline, startStore } from './processes.ts'
import { heading, milliseconds, perSecond, row } from './say.ts'

const seconds = 4

/** The item list against the same bytes from plain servers. */
export async function measureList() {
  heading('Item list (24 items), 32 connections')
  const store = await startStore()
  const body = await (await fetch(`http://localhost:${store.port}/api/items`)).text()
  const same = join(newFolder(), 'answer.json')
  writeFileSync(same, body)

  const bare = await startBaseline('constant', same)
  const hono = await startBaseline('hono', same)
  const query = await startBaseline('query', `${store.folder}/store.db`)
  const rates: Record<string, number> = {}
  const servers = {
    'node:http, the same bytes': bare,
    'Hono, the same bytes': hono,
    'Hono, one prepared query': query,
    'the store': store,
  }
  for (const [label, { port }] of Object.entries(servers)) {
    await loadFor(1, port, '/api/items')
    const { rate, p99 } = await loadFor(seconds, port, '/api/items')
    rates[label] = rate
    row(label, `${perSecond(rate)}, p99 ${milliseconds(p99)}`)
  }
  row('the store / Hono, the same bytes (aim 0.6)', (rates['the store']! / rates['Hono, the same bytes']!).toFixed(2))
  for (const server of Object.values(servers)) await server.stop()
}

import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { loadFor } from './load.ts'
import { startServer } from './processes.ts'
import { heading, milliseconds, perSecond, row } from './report.ts'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** Public pages for visitors, and the JavaScript that a browser needs before they work, with everything it imports. */
export async function measurePages() {
  await measureServing()
  heading('JavaScript for the first view, brotli (budget 100 kB)')
  const server = await startServer()
  const address = `http://localhost:${server.port}`
  const items = (await (await fetch(`${address}/api/items`)).json()) as { data: { _id: string }[] }
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest
  for (const path of ['/', '/items', `/items/${items.data[0]!._id}`, '/faq', '/auth']) {
    const html = await (await fetch(address + path)).text()
    const files = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!))
    for (const file of files) for (const imported of importsOf(manifest, file)) files.add(imported)
    const bytes = [...files].reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(`dist/client/${file}`)).length,
      0,
    )
    row(path.replace(/^\/items\/.+/, '/items/{id}'), `${(bytes / 1000).toFixed(1)} kB in ${files.size}`)
  }
  await server.stop()
}

async function measureServing() {
  heading('Public pages served to visitors, 32 connections (aim 4,000/s)')
  const server = await startServer()
  for (const path of ['/', '/items', '/items?sortBy=name', '/faq']) {
    await loadFor(1, server.port, path)
    const { rate, p99 } = await loadFor(3, server.port, path)
    row(path, `${perSecond(rate)}, p99 ${milliseconds(p99)}`)
  }
  await server.stop()
}

const importsOf = (manifest: Manifest, file: string) =>
  Object.values(manifest)
    .filter((chunk) => chunk.file === file)
    .flatMap((chunk) => chunk.imports ?? [])
    .map((name) => manifest[name]!.file)

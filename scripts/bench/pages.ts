import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { processCpuMs } from './cpu-time.ts'
import { loadFor } from './load.ts'
import { startServer } from './processes.ts'
import { heading, milliseconds, perSecond, row } from './report.ts'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** Public pages for visitors, and the JavaScript that a browser needs before they work, with everything it imports. */
export async function measurePages() {
  await measureServing()
  heading('JavaScript for the first view, brotli (aim 80 kB in 8 requests)')
  const server = await startServer()
  const address = `http://localhost:${server.port}`
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest
  for (const path of ['/', '/items', await findItem(server.port), '/faq', '/auth']) {
    const html = await (await fetch(address + path)).text()
    const files = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!))
    for (const file of files) for (const imported of importsOf(manifest, file)) files.add(imported)
    const bytes = [...files].reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(`dist/client/${file}`)).length,
      0,
    )
    row(nameOf(path), `${(bytes / 1000).toFixed(1)} kB in ${files.size}`)
  }
  await server.stop()
}

const seconds = 3
const asBrowser = { headers: { 'accept-encoding': 'gzip, deflate, br' } }

async function measureServing() {
  heading('Public pages served to visitors, 32 connections: rate, p99, processor time (aim 4,000/s, 0.3 ms), HTML')
  const server = await startServer()
  const item = await findItem(server.port)
  for (const path of ['/', '/items', '/items?sortBy=name', item, '/faq']) {
    await loadFor(1, server.port, path, asBrowser)
    const cpuBefore = processCpuMs(server.pid)
    const { rate, p99 } = await loadFor(seconds, server.port, path, asBrowser)
    const cpuMs = (processCpuMs(server.pid) - cpuBefore) / (rate * seconds)
    const figures = [perSecond(rate), milliseconds(p99), milliseconds(cpuMs), await readSize(server.port, path)]
    row(nameOf(path), figures.join(', '))
  }
  await server.stop()
}

const importsOf = (manifest: Manifest, file: string) =>
  Object.values(manifest)
    .filter((chunk) => chunk.file === file)
    .flatMap((chunk) => chunk.imports ?? [])
    .map((name) => manifest[name]!.file)

const nameOf = (path: string) => path.replace(/^\/items\/.+/, '/items/{id}')

async function findItem(port: number): Promise<string> {
  const { data } = (await (await fetch(`http://localhost:${port}/api/items?limit=1`)).json()) as {
    data: { _id: string }[]
  }
  return `/items/${data[0]!._id}`
}

/** The size of a page as browsers get it. */
async function readSize(port: number, path: string): Promise<string> {
  const html = Buffer.from(await (await fetch(`http://localhost:${port}${path}`)).arrayBuffer())
  return `${(brotliCompressSync(html).length / 1000).toFixed(1)} kB br`
}

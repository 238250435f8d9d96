import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { startServer } from './processes.ts'
import { heading, row } from './report.ts'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** The JavaScript a browser needs before a public page works: its scripts and everything they import. */
export async function measurePages() {
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

const importsOf = (manifest: Manifest, file: string) =>
  Object.values(manifest)
    .filter((chunk) => chunk.file === file)
    .flatMap((chunk) => chunk.imports ?? [])
    .map((name) => manifest[name]!.file)

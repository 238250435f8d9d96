import { readFileSync } from 'node:fs'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** The typefaces that every page begins with; the other alphabets are fetched by the pages that show them. */
const fonts = /(inter|bricolage-grotesque)-latin-wght-normal\.woff2$/

/** Links that let the browser fetch the typefaces and a page's own code together with the rest, not after it. */
export function createPreload(manifestFile: string) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const typefaces = Object.values(manifest)
    .filter(({ file }) => fonts.test(file.replace(/-[\w-]{8}\.woff2$/, '.woff2')))
    .map(({ file }) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`)
  const kept = new Map<string | null, string>()

  return (page: string | null): string => {
    let links = kept.get(page)
    if (links === undefined) {
      const code = page === null ? [] : [...filesOf(manifest, page)]
      links = [...typefaces, ...code.map((file) => `<link rel="modulepreload" href="/${file}">`)].join('')
      kept.set(page, links)
    }
    return links
  }
}

function filesOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found)
  return found
}

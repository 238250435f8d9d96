import { readFileSync } from 'node:fs'

type Chunk = { file: string; imports?: string[] }
/** Vite's build manifest: chunks by source file. */
type Manifest = Record<string, Chunk>

/** The fonts that every page uses; other alphabets load on demand. */
const preloadedFonts = /(inter|bricolage-grotesque)-latin-wght-normal\.woff2$/

/**
 * Returns a function that renders a page's preload links: the fonts, and its code with all static imports, so that
 * the browser fetches them at once instead of one after the other.
 */
export function createPreload(manifestFile: string) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const fontLinks = Object.values(manifest)
    .filter(({ file }) => preloadedFonts.test(file.replace(/-[\w-]{8}\.woff2$/, '.woff2')))
    .map(({ file }) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`)
  const cache = new Map<string | null, string>()

  return (page: string | null): string => {
    let links = cache.get(page)
    if (links === undefined) {
      const files = page === null ? [] : [...filesOf(manifest, page)]
      links = [...fontLinks, ...files.map((file) => `<link rel="modulepreload" href="/${file}">`)].join('')
      cache.set(page, links)
    }
    return links
  }
}

function filesOf(manifest: Manifest, source: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}

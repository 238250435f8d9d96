import { readFileSync } from 'node:fs'
import { laterCode } from './visitor-template.ts'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }
/** Vite's build manifest: chunks by source file; groups of modules, such as a content page with its parts, by name. */
type Manifest = Record<string, Chunk>

/** The fonts that every page uses; other alphabets load on demand. */
const preloadedFonts = /(inter|bricolage-grotesque)-latin-wght-normal\.woff2$/

/**
 * Returns a function that renders a page's links: the fonts, and code with all static imports, so that the browser fetches
 * them at once instead of one after the other, and their styles, so that the page is painted with them before its code is
 * there. A page that is for reading is painted first, in fallback fonts of the same size: its fonts and its code are
 * fetched after that.
 */
export function createPreload(manifestFile: string) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const fontLinks = Object.values(manifest)
    .filter(({ file }) => preloadedFonts.test(file.replace(/-[\w-]{8}\.woff2$/, '.woff2')))
    .map(({ file }) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`)
  const cache = new Map<string, string>()

  return (sources: readonly string[], isForReading: boolean): string => {
    const key = [isForReading, ...sources].join(' ')
    let links = cache.get(key)
    if (links === undefined) {
      const chunks = new Set(sources.flatMap((source) => [...chunksOf(manifest, source)]))
      const relation = isForReading ? `${laterCode}" fetchpriority="low` : 'modulepreload'
      const codeLinks = Array.from(chunks, ({ file }) => `<link rel="${relation}" href="/${file}">`)
      links = (isForReading ? codeLinks : [...fontLinks, ...styleLinks(chunks), ...codeLinks]).join('')
      cache.set(key, links)
    }
    return links
  }
}

/** The template has those of the main entry. */
const styleLinks = (chunks: Iterable<Chunk>) =>
  Array.from(chunks)
    .filter(({ name }) => name !== 'index')
    .flatMap(({ css = [] }) => css)
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)

function chunksOf(manifest: Manifest, source: string, chunks = new Set<Chunk>()): Set<Chunk> {
  const groupName = source.replace(/^pages\/|\.tsx$/g, '')
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === groupName)
  if (!chunk || chunks.has(chunk)) return chunks
  chunks.add(chunk)
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, chunks)
  return chunks
}

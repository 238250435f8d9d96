import { readFileSync } from 'node:fs'
import { laterCode } from './visitor-template.ts'

type Chunk = { file: string; name?: string; imports?: string[] }
/** Vite's build manifest: chunks by source file; groups of modules, such as a content page with its parts, by name. */
type Manifest = Record<string, Chunk>

/** The fonts that every page uses; other alphabets load on demand. */
const preloadedFonts = /(inter|bricolage-grotesque)-latin-wght-normal\.woff2$/

/**
 * Returns a function that renders a page's preload links: the fonts, and code with all static imports, so that
 * the browser fetches them at once instead of one after the other. A page that is for reading is painted first, in
 * fallback fonts of the same size: its fonts are fetched when its styles need them, and its code after the first paint.
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
      const files = new Set(sources.flatMap((source) => [...filesOf(manifest, source)]))
      const relation = isForReading ? `${laterCode}" fetchpriority="low` : 'modulepreload'
      const codeLinks = Array.from(files, (file) => `<link rel="${relation}" href="/${file}">`)
      links = [...(isForReading ? [] : fontLinks), ...codeLinks].join('')
      cache.set(key, links)
    }
    return links
  }
}

function filesOf(manifest: Manifest, source: string, files = new Set<string>()): Set<string> {
  const groupName = source.replace(/^pages\/|\.tsx$/g, '')
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === groupName)
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}

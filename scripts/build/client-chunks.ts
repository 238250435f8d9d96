import type { Rolldown } from 'vite'

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>

/**
 * Who loads a module at first: the content pages, every page once it is connected to the server, the other pages of the
 * shop with its dialogs and menus, or staff.
 */
type Area = 'content' | 'client' | 'later' | 'events' | 'shop' | 'staff'

const mainEntry = /\/client\/index\.html$/
const contentPages = /\/client\/pages\/(home|items|item|faq|not-found)\.tsx$/
const clientCode = /\/client\/(create-client|[\w-]+\/actions)\.ts$/
/** Parts of every page that are loaded when it is idle. */
const laterParts =
  /\/client\/(layout\/(footer|home-end|connection-bar|mobile-menu|animate-back)|accounts\/currency-select|ui\/toast-list|catalogue\/(buy-bar|buy-facts|product-data))\.tsx?$/
const eventCode = /\/client\/realtime\.ts$/
const staffCode = /\/client\/(pages\/admin\b|[\w/-]+\/staff\/|staff\/|apply-staff-event\.ts)/

function areaOf(entry: string): Area {
  if (contentPages.test(entry)) return 'content'
  if (clientCode.test(entry)) return 'client'
  if (laterParts.test(entry)) return 'later'
  if (eventCode.test(entry)) return 'events'
  return staffCode.test(entry) ? 'staff' : 'shop'
}

/**
 * Groups modules that several entries share, so that a page needs few requests and no customer loads code of the staff
 * area. A content page is one chunk with its parts. Modules of fewer entries stay where the bundler puts them.
 */
export function clientChunks(): Groups {
  const modules = new Map<string, Module>()
  return [
    {
      debugName: 'shared',
      name(moduleId, context) {
        // The bundler takes a millisecond to tell about a module, so each is read once.
        const graph: Graph = (id) => {
          let module = modules.get(id)
          if (!module) modules.set(id, (module = readModule(id, context)))
          return module
        }
        return chunkName(findEntries(moduleId, graph))
      },
    },
  ]
}

/** Fewer entries than this share a module without a group of its own. */
const minEntries = 4

function chunkName(entries: readonly string[]): string | null {
  if (entries.some((entry) => mainEntry.test(entry))) return 'main'
  const pages = entries.flatMap((entry) => contentPages.exec(entry)?.[1] ?? [])
  const areas = entries.map(areaOf)
  if (pages.length > 1 || (pages.length === 1 && areas.includes('client'))) return 'main'
  if (pages.length === 1) return pages[0]!
  if (areas.includes('client')) return 'client'
  if (areas.includes('later')) return 'later'
  if (entries.length === 1) return null
  if (areas.includes('events')) return 'stores'
  if (entries.length < minEntries) return null
  return areas.includes('shop') ? 'shop' : 'staff'
}

type Module = {
  importers: string[]
  isEntry: boolean
  /** The names of the icons it imports. */
  icons: string[]
  /** For the module that exports all icons: their names by file. */
  iconNames: Map<string, string[]> | null
}
type Graph = (id: string) => Module

function readModule(id: string, context: Rolldown.ChunkingContext): Module {
  const { importers, isEntry, dynamicImporters, code } = context.getModuleInfo(id)!
  const icons = namesOf(iconImport.exec(code ?? '')?.[1])
  return { importers, isEntry: isEntry || dynamicImporters.length > 0, icons, iconNames: readIconNames(id, code ?? '') }
}

/** Finds the entries that import a module statically: the pages, and whatever is loaded with `import()`. */
function findEntries(id: string, graph: Graph): string[] {
  const seen = new Set([id])
  for (const module of seen) for (const importer of importersOf(module, graph)) seen.add(importer)
  return [...seen].filter((module) => graph(module).isEntry)
}

const iconIndex = /\/lucide-react\/.*\/(lucide-react|index)\.mjs$/
const iconFile = /\/lucide-react\/.*\/icons\/([\w-]+)\.mjs$/
const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/
const iconExport = /export \{([^}]*)\} from ["'][./icons]*\/([\w-]+)\.mjs["']/g

/** All icons are exported by one module; an icon's importers are the modules that import its name from there. */
function importersOf(id: string, graph: Graph): string[] {
  const { importers } = graph(id)
  const file = iconIndex.test(id) ? undefined : iconFile.exec(id)?.[1]
  if (file === undefined) return importers
  return importers.flatMap((index) => {
    const names = new Set(graph(index).iconNames?.get(file))
    return graph(index).importers.filter((user) => graph(user).icons.some((name) => names.has(name)))
  })
}

const readIconNames = (id: string, code: string) =>
  iconIndex.test(id)
    ? new Map(Array.from(code.matchAll(iconExport), ([, names, file]) => [file!, namesOf(names)]))
    : null

/** `Menu as MenuIcon` imports Menu, `default as Menu` exports it. */
const namesOf = (list = '') =>
  list.split(',').flatMap(
    (part) =>
      part
        .trim()
        .replace(/^default as /, '')
        .replace(/ as .*$/, '') || [],
  )

import type { Rolldown } from 'vite'

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>

/**
 * Who loads a module at first: the content pages; every page when it connects to the server, when it is idle, or once it
 * gets events; the navbar and the home page of users; the pages of customers; those for logging in; the rest of the shop
 * with its dialogs and menus; or staff.
 */
type Area = 'content' | 'client' | 'later' | 'events' | 'navbar' | 'account' | 'auth' | 'shop' | 'staff'

const mainEntry = /\/client\/index\.html$/
const contentPages = /\/client\/pages\/(home|items|item|faq|not-found)\.tsx$/
const clientCode = /\/client\/(create-client|[\w-]+\/(visitor-)?actions|cart\/sync-device-cart)\.ts$/
/** Parts of every page that are loaded when it is idle. */
const laterParts =
  /\/client\/(layout\/(footer|home-end|late-page|page-announcement|connection-status|mobile-menu|idle-page)|accounts\/currency-select|ui\/toast-list|reviews\/item-reviews|storefront\/shop-reviews|catalogue\/(best-sellers|buy-bar|buy-facts|list-data|navbar-search|payment-marks|product-data))\.tsx?$/
const eventCode = /\/client\/realtime\.ts$/
const navbarCode =
  /\/client\/(layout\/(signed-in-nav|mobile-entries)|activity\/continue-order|cart\/cart-link|support\/support-link|profile\/send-when-online)\.tsx?$/
const accountPages =
  /\/client\/pages\/(cart|dashboard|notifications|order|order-details|orders|payment|profile|support)\.tsx$/
const authCode = /\/client\/(pages\/auth[\w-]*|accounts\/auth-dialog)\.tsx$/
/** Entries that are in the chunk of what they share with few others. */
const groupsOfEntries: [RegExp, string][] = [
  [/\/client\/(pages\/admin(-payments)?|staff\/staff-frame|apply-staff-event)\.tsx?$/, 'staff'],
  [/\/client\/pages\/auth\.tsx$/, 'auth'],
  [/\/client\/pages\/support\.tsx$/, 'support'],
  [/\/client\/pages\/notifications\.tsx$/, 'notifications'],
]
const groupOfEntry = (entry: string) => groupsOfEntries.find(([file]) => file.test(entry))?.[1]
const staffCode = /\/client\/(pages\/admin\b|[\w/-]+\/staff\/|staff\/|apply-staff-event\.ts)/

function areaOf(entry: string): Area {
  if (contentPages.test(entry)) return 'content'
  if (clientCode.test(entry)) return 'client'
  if (laterParts.test(entry)) return 'later'
  if (eventCode.test(entry)) return 'events'
  if (navbarCode.test(entry)) return 'navbar'
  if (accountPages.test(entry)) return 'account'
  if (authCode.test(entry)) return 'auth'
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
        return chunkName(findEntries(moduleId, graph), iconFile.test(moduleId))
      },
    },
  ]
}

/** Fewer entries of several areas than this share a module without a group of its own, unless it is an icon. */
const minEntries = 4
/** As many entries share a part of a content page in the main chunk, or they would load that page's, too. */
const minEntriesOfMain = 6

function chunkName(entries: readonly string[], isIcon: boolean): string | null {
  if (entries.some((entry) => mainEntry.test(entry))) return 'main'
  const namesOfPages = (pages: RegExp) => entries.flatMap((entry) => pages.exec(entry)?.[1] ?? [])
  const pages = namesOfPages(contentPages)
  const areas = entries.map(areaOf)
  const isOfEveryPage = areas.includes('client') || areas.includes('later')
  if (pages.length > 1 || (pages.length === 1 && (isOfEveryPage || entries.length >= minEntriesOfMain))) return 'main'
  if (pages.length === 1) return pages[0]!
  // Every page loads both, one after the other.
  if (isOfEveryPage) return 'client'
  if (areas.includes('events')) return 'events'
  const isOnly = (...some: Area[]) => areas.every((area) => some.includes(area))
  if (isOnly('navbar')) return 'account'
  if (entries.length === 1) return groupOfEntry(entries[0]!) ?? null
  if (isOnly('staff')) return 'staff'
  if (isOnly('auth')) return 'auth'
  if (isOnly('account', 'navbar')) return 'account'
  if (entries.length >= minEntries || isIcon) return 'shop'
  if (areas.includes('navbar')) return 'account'
  const accountPage = entries[areas.indexOf('account')]
  return accountPage ? (groupOfEntry(accountPage) ?? 'account') : null
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

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { render } from '../client/render.tsx'
import { serveBuilt } from '../server/pages/frontend.ts'
import { servePages } from '../server/pages/serve-pages.ts'
import { openTestStore } from './app.ts'

/** What a build leaves, as far as it is served: file names and their texts. */
export const built = {
  'index.html': '<p>The template</p>',
  'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-a1b2c3d4.js': 'export const main = 1',
  'assets/style-a1b2c3d4.css': 'body{margin:0}',
  '.vite/manifest.json': '{}',
}

/** A whole store: its calls, its pages and what was built of them, on one port. */
export async function openWholeStore(settings: Record<string, string> = {}) {
  const store = await openTestStore(settings)
  const root = join(store.folder, 'client')
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const assets = serveBuilt(relative('.', root))
  const template = readFileSync('client/index.html', 'utf8')
  const frontend = {
    live: true,
    render,
    template: async () => template,
    preload: () => '',
    assets,
    close: async () => {},
  }
  store.app.route('/', assets).route('/', servePages(store.store, frontend))
  return store
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { render } from '../client/render.tsx'
import { type Frontend, serveAssets } from '../server/pages/frontend.ts'
import { servePages } from '../server/pages/serve-pages.ts'
import { createVisitorTemplate } from '../server/pages/visitor-template.ts'
import { startTestServer } from './app.ts'

/** A minimal build output: file names and contents. */
export const builtFiles = {
  'index.html': '<p>The template</p>',
  'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-a1b2c3d4.js': 'export const main = 1',
  'assets/style-a1b2c3d4.css':
    "@font-face{font-family:Text;src:url(/assets/text-a1b2c3d4.woff2)format('woff2')}body{margin:0}",
  '.vite/manifest.json': '{}',
}

/** Starts a test server that also serves the pages and the built assets, as production does. */
export async function startTestServerWithPages(envOverrides: Record<string, string> = {}) {
  const server = await startTestServer(envOverrides)
  const root = join(server.folder, 'client')
  for (const [name, content] of Object.entries(builtFiles)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  const assets = serveAssets(relative('.', root))
  const template = readFileSync('client/index.html', 'utf8')
    .replace('<link rel="stylesheet" href="/screens.css" />', '')
    .replace('/style.css', '/assets/style-a1b2c3d4.css')
  /** The addresses that were rendered. */
  const rendered: string[] = []
  const frontend: Frontend = {
    isBuilt: true,
    render(url, data) {
      rendered.push(url)
      return render(url, data)
    },
    template: async () => template,
    visitorTemplate: createVisitorTemplate(template, root),
    preload: () => '',
    assets,
    close: async () => {},
  }
  server.router.route('/', assets).route('/', servePages(server.app, frontend))
  return { ...server, rendered }
}

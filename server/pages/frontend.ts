import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { PageData } from '../../client/page-data.ts'
import { createPreload } from './preload.ts'

type Rendered = { html: string; head: string; status: number; file: string | null }

/** Where the pages' code comes from: built once, or made anew by Vite at each change. */
export type Frontend = {
  live: boolean
  render(url: string, data: PageData): Promise<Rendered>
  template(path: string): Promise<string>
  /** Links for what a page will need, by the source file of its code. */
  preload(page: string | null): string
  /** The built assets. */
  assets: Hono
  /** Vite's own answers come before the store's. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close(): Promise<void>
}

export async function builtFrontend(): Promise<Frontend> {
  const { render } = await import('../../client/render.tsx')
  const template = readFileSync('dist/client/index.html', 'utf8')
  const preload = createPreload('dist/client/.vite/manifest.json')
  const assets = serveBuilt('dist/client')
  return { live: true, render, template: async () => template, preload, assets, close: async () => {} }
}

/** What was built into a folder: files named by their hash are kept for ever, the others asked for again. */
export function serveBuilt(root: string) {
  const app = new Hono()
  const found = { root, precompressed: true }
  app.use(
    '/assets/*',
    serveStatic({
      ...found,
      onFound(_, c) {
        asItself(c)
        c.header('cache-control', 'public, max-age=31536000, immutable')
      },
    }),
  )
  app.use('/*', serveStatic({ ...found, rewriteRequestPath: fileOf, onFound: (_, c) => asItself(c) }))
  return app
}

/** Taken for nothing but what it is called, and by no page but the store's own. */
function asItself(c: Context) {
  c.header('x-content-type-options', 'nosniff')
  c.header('cross-origin-resource-policy', 'same-origin')
}

/** The template is not a page by itself, and what the build notes for itself is for nobody. */
const fileOf = (path: string) =>
  /\.\w+$/.test(path) && path !== '/index.html' && !path.startsWith('/.') ? path : '/none'

export async function developedFrontend(http: Server): Promise<Frontend> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: 'client/vite.config.ts',
    server: { middlewareMode: true, ws: { server: http } as never },
    appType: 'custom',
  })
  return {
    live: false,
    async render(url, data) {
      const { render } = (await vite.ssrLoadModule('/render.tsx')) as { render: Frontend['render'] }
      return render(url, data)
    },
    template: (path) => vite.transformIndexHtml(path, readFileSync('client/index.html', 'utf8')),
    preload: () => '',
    assets: new Hono(),
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  }
}

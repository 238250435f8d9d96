import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { PageData } from '../../shared/page-data.ts'
import { createPreload } from './preload.ts'
import { createVisitorTemplate, type VisitorTemplate } from './visitor-template.ts'

type RenderedPage = {
  html: string
  head: string
  status: number
  /** What the page needs at once, by source file. */
  sourceFiles: string[]
}

/** Renders pages and serves their assets: from a build, or through Vite's development server. */
export type Frontend = {
  isBuilt: boolean
  render(url: string, data: PageData): Promise<RenderedPage>
  template(path: string): Promise<string>
  /** For pages that are read before anything else; null where Vite serves the assets. */
  visitorTemplate: VisitorTemplate | null
  /** The preload links for a page, by the source files of what it needs at once; `isForReading` as of `createPreload`. */
  preload(sourceFiles: readonly string[], isForReading: boolean): string
  /** Serves the built assets. */
  assets: Hono
  /** Vite's middleware, which comes before our own routes. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close(): Promise<void>
}

/** The frontend from the last build, in `dist`. */
export async function openBuiltFrontend(): Promise<Frontend> {
  // The build of client/render.tsx. Importing its source would bring the DOM's types into the server.
  const { render } = (await import(pathToFileURL('dist/server/render.js').href)) as { render: Frontend['render'] }
  const template = readFileSync('dist/client/index.html', 'utf8')
  // After the main stylesheet, which says in which order the layers of all others apply.
  const linksLast = template
    .replace(/<!--preload-->\s*<!--head-->/, '')
    .replace('</head>', '<!--preload--><!--head--></head>')
  const preload = createPreload('dist/client/.vite/manifest.json')
  return {
    isBuilt: true,
    render,
    template: async () => linksLast,
    visitorTemplate: createVisitorTemplate(template, 'dist/client'),
    preload,
    assets: serveAssets('dist/client'),
    close: async () => {},
  }
}

/** Serves a folder of built files. Those with a hash in their name are cached forever, icons for an hour. */
export function serveAssets(root: string) {
  const router = new Hono()
  const options = { root, precompressed: true }
  router.use(
    '/assets/*',
    serveStatic({
      ...options,
      onFound(_, c) {
        setAssetHeaders(c)
        c.header('cache-control', 'public, max-age=31536000, immutable')
      },
    }),
  )
  const serveFile = serveStatic({
    ...options,
    onFound(_, c) {
      setAssetHeaders(c)
      c.header('cache-control', 'public, max-age=3600')
    },
  })
  router.use('/*', (c, next) => (isPublicFile(c.req.path) ? serveFile(c, next) : next()))
  return router
}

function setAssetHeaders(c: Context) {
  c.header('x-content-type-options', 'nosniff')
  c.header('cross-origin-resource-policy', 'same-origin')
}

/** Hides the page template and the build's own dot files. A page's path has no extension: nothing looks for its file. */
const isPublicFile = (path: string) => /\.\w+$/.test(path) && path !== '/index.html' && !path.startsWith('/.')

/** The frontend from source, with hot module replacement over the server's own port. */
export async function openViteFrontend(http: Server): Promise<Frontend> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: 'vite.config.ts',
    server: { middlewareMode: true, ws: { server: http } },
    appType: 'custom',
  })
  return {
    isBuilt: false,
    async render(url, data) {
      const { render } = (await vite.ssrLoadModule('/render.tsx')) as { render: Frontend['render'] }
      return render(url, data)
    },
    template: (path) => vite.transformIndexHtml(path, readFileSync('client/index.html', 'utf8')),
    visitorTemplate: null,
    preload: () => '',
    assets: new Hono(),
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  }
}

import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { createClient } from './create-client.ts'
import type { PageData } from '../shared/page-data.ts'
import { fileOfPage, findRoute, loadCode } from './routes.tsx'
import { ClientProvider } from './client-context.tsx'

export type RenderedPage = {
  /** For `#root`. */
  html: string
  /** For `<head>`. */
  head: string
  status: number
  /** The page's source file as named in the build manifest, for preloading its code. */
  sourceFile: string | null
}

/** Renders a page on the server. @param url path and search */
export async function render(url: string, data: PageData): Promise<RenderedPage> {
  // Appended to an origin, because `//elsewhere/items` on its own would be read as one.
  const { pathname, search } = new URL(`http://localhost${url}`)
  await loadCode(data.prefs, pathname)
  const page = renderToString(
    <Router ssrPath={pathname} ssrSearch={search.slice(1)}>
      <ClientProvider client={createClient(data)}>
        <App />
      </ClientProvider>
    </Router>,
  )
  const [, head = '', html = ''] = headFirst.exec(page) ?? []
  return { html, head, status: statusOf(pathname, data), sourceFile: fileOfPage(pathname) }
}

/** React renders titles, metas and links before the markup; they belong in the head. */
const headFirst = /^((?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*)([^]*)$/

function statusOf(pathname: string, { item }: PageData) {
  const path = findRoute(pathname)?.path
  return path === undefined || (path === '/items/:id' && !item) ? 404 : 200
}

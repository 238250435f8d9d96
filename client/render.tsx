import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { createClient } from './client.ts'
import type { PageData } from './page-data.ts'
import { fileOfPage, findRoute, loadCode } from './routes.tsx'
import { ClientProvider } from './store.tsx'

export type RenderedPage = {
  /** Into `#root`. */
  html: string
  /** Into `<head>`. */
  head: string
  status: number
  /** The source of the page's own code, as the build's manifest names it: to be fetched together with the rest. */
  file: string | null
}

/** A page as the server sends it. @param url path and search */
export async function render(url: string, data: PageData): Promise<RenderedPage> {
  // Not as an address seen from there: `//elsewhere/items` is a path.
  const { pathname, search } = new URL(`http://store${url}`)
  await loadCode(data.prefs, pathname)
  const page = renderToString(
    <Router ssrPath={pathname} ssrSearch={search.slice(1)}>
      <ClientProvider client={createClient(data)}>
        <App />
      </ClientProvider>
    </Router>,
  )
  const [, head = '', html = ''] = headFirst.exec(page) ?? []
  return { html, head, status: statusOf(pathname, data), file: fileOfPage(pathname) }
}

/** React puts titles, metas and links before the markup, for whoever sends it to move them into the head. */
const headFirst = /^((?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*)([^]*)$/

function statusOf(pathname: string, { item }: PageData) {
  const path = findRoute(pathname)?.path
  return path === undefined || (path === '/items/:id' && !item) ? 404 : 200
}

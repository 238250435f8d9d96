import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { openPage } from './page-client.ts'
import { loadLaterParts } from './layout/lazy-part.tsx'
import { contentSlugOf } from '../shared/content.ts'
import type { PageData } from '../shared/page-data.ts'
import { filesOfPage, findRoute, loadCode } from './routes.tsx'
import { ClientProvider } from './client-context.tsx'

export type RenderedPage = {
  /** For `#root`. */
  html: string
  /** For `<head>`. */
  head: string
  status: number
  /** What the page needs at once, by the source files in the build manifest, for preloading. */
  sourceFiles: string[]
}

/** Renders a page on the server. @param url path and search */
export async function render(url: string, data: PageData): Promise<RenderedPage> {
  // Appended to an origin, because `//elsewhere/items` on its own would be read as one.
  const { pathname, search } = new URL(`http://localhost${url}`)
  await loadCode(data.prefs, pathname)
  // Some are in the code that was just loaded.
  await loadLaterParts()
  const page = renderToString(
    <Router ssrPath={pathname} ssrSearch={search.slice(1)}>
      <ClientProvider client={openPage(data).client}>
        <App />
      </ClientProvider>
    </Router>,
  )
  const [, head = '', html = ''] = headFirst.exec(page) ?? []
  return { html, head, status: statusOf(pathname, data), sourceFiles: await filesOfPage(data.prefs, pathname) }
}

/** React renders titles, metas and links before the markup; they belong in the head. */
const headFirst = /^((?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*)([^]*)$/

function statusOf(pathname: string, { item, content }: PageData) {
  const path = findRoute(pathname)?.path
  const isMissing = (path === '/items/:id' && !item) || (contentSlugOf(pathname) && !content)
  return path === undefined || isMissing ? 404 : 200
}

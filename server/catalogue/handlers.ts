import { Hono } from 'hono'
import type { catalogueRoutes } from '../../shared/catalogue/routes.ts'
import type { AppContext } from '../app-context.ts'
import { callerAddress } from '../http/caller.ts'
import type { HttpEnv } from '../http/http-env.ts'
import type { Handlers } from '../http/serve.ts'
import { listItems } from './list-items.ts'
import { readPicture } from './pictures.ts'
import { readItem } from './read-item.ts'
import { readRelated } from './read-related.ts'
import { createSharePictures } from './share-picture.ts'

export const catalogueHandlers: Handlers<typeof catalogueRoutes> = {
  items: (filter, { app }) => listItems(app, filter),
  item: async ({ id }, { app }) => ({ data: await readItem(app.db, id) }),
  relatedItems: async ({ id }, { app }) => ({ data: await readRelated(app.db, id) }),
  categories: async (_, { app }) => ({ data: await app.categoryCounts.read() }),
}

/** Serves the items' pictures, and a PNG of each for link previews. */
export function pictureRoutes(app: AppContext) {
  const read = async (name: string) => (/^[\w.-]+$/.test(name) ? readPicture(app.db, name) : null)
  const renderSharePicture = createSharePictures(read)
  const router = new Hono<HttpEnv>()
  router.get('/:name', async (c) => {
    const picture = await read(c.req.param('name'))
    return picture ? pictureResponse(picture.type, picture.bytes) : c.text('Not found', 404)
  })
  router.get('/:name/share.png', async (c) => {
    await app.rateLimits.consume('sharePicture', { address: callerAddress(app, c) })
    const png = await renderSharePicture(c.req.param('name'))
    return png ? pictureResponse('image/png', png) : c.text('Not found', 404)
  })
  return router
}

const pictureHeaders = {
  // A picture is named by the hash of its bytes, so it never changes.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // An SVG opened by itself is a document: it may not run or load anything.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}

const pictureResponse = (type: string, bytes: Uint8Array) =>
  new Response(new Uint8Array(bytes), { headers: { ...pictureHeaders, 'content-type': type } })

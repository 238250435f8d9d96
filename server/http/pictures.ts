import { Hono } from 'hono'
import { readPicture } from '../catalogue/pictures.ts'
import { createSharePictures } from '../catalogue/share-picture.ts'
import type { Store } from '../store.ts'

const headers = {
  // Named by the hash of its bytes: it can never change.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // A drawing opened by itself is a document: nothing in it may run or load.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}

/** The items' pictures, as they are and for whoever shares their pages. */
export function servePictures(store: Store) {
  const read = async (name: string) => (/^[\w.-]+$/.test(name) ? readPicture(store.db, name) : null)
  const sharePicture = createSharePictures(read)
  const app = new Hono()
  app.get('/:name', async (c) => {
    const picture = await read(c.req.param('name'))
    return picture ? send(picture.type, picture.bytes) : c.text('Not found', 404)
  })
  app.get('/:name/share.png', async (c) => {
    const drawn = await sharePicture(c.req.param('name'))
    return drawn ? send('image/png', drawn) : c.text('Not found', 404)
  })
  return app
}

const send = (type: string, bytes: Uint8Array) =>
  new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-type': type } })

import { Hono } from 'hono'
import { readPicture } from '../catalogue/pictures.ts'
import type { Store } from '../store.ts'

const headers = {
  // Named by the hash of its bytes: it can never change.
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // A drawing opened by itself is a document: nothing in it may run or load.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** The items' pictures. */
export function servePictures(store: Store) {
  const app = new Hono()
  app.get('/:name', async (c) => {
    const name = c.req.param('name')
    const picture = /^[\w.-]+$/.test(name) && (await readPicture(store.db, name))
    if (!picture) return c.text('Not found', 404)
    return new Response(new Uint8Array(picture.bytes), { headers: { ...headers, 'content-type': picture.type } })
  })
  return app
}

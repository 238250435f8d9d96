import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { acceptsEncoding } from './accepts-encoding.ts'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof compressors

/**
 * A handler for a document that stays the same while the app runs. It is compressed once per encoding, at the first
 * request for it, and a browser that has it gets a 304.
 * @param headers of the 200, besides those for caching
 */
export function serveStaticDocument(text: string, headers: Record<string, string>) {
  // Weak, because all encodings share it.
  const etag = `W/"${hash('sha256', text).slice(0, 32)}"`
  const caching = { etag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' }
  const bodies = new Map<Encoding, Promise<Buffer>>()

  function compress(encoding: Encoding): Promise<Buffer> {
    const body = bodies.get(encoding) ?? compressors[encoding](text)
    bodies.set(encoding, body)
    return body
  }

  return async (c: Context): Promise<Response> => {
    if (matches(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers: caching })
    const encoding = preferredEncoding(c.req.header('accept-encoding'))
    if (!encoding) return new Response(text, { headers: { ...headers, ...caching } })
    const body = new Uint8Array(await compress(encoding))
    return new Response(body, { headers: { ...headers, ...caching, 'content-encoding': encoding } })
  }
}

/** Whether `If-None-Match` lists the ETag; proxies may have made it strong or weak. */
const matches = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.slice('W/'.length)) ===
  true

/** Brotli or gzip, if the client accepts it. */
const preferredEncoding = (header: string | undefined) =>
  (['br', 'gzip'] as const).find((encoding) => acceptsEncoding(header, encoding))

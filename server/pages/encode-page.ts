import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A rendered page as it is sent, in each encoding. */
export type EncodedPage = {
  status: number
  /** Weak, because the encodings of one page share it. */
  etag: string
  identity: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
  /** The catalogue's head in the page's stream cursor. */
  cursorHead: number
}

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)
/** A page of 40 kB takes 1 ms, in a thread; the highest quality would take 60. */
const brotliQuality = 5

/** Compresses a page. */
export async function encodePage(html: string, status: number, cursorHead: number): Promise<EncodedPage> {
  const identity = Buffer.from(html)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [brotli, gzipped] = await Promise.all([compressWithBrotli(identity, { params }), compressWithGzip(identity)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { status, etag, identity, brotli, gzip: gzipped, cursorHead }
}

/** The body in the best encoding that the client accepts, with its headers. */
export function negotiateEncoding(
  page: EncodedPage,
  acceptEncoding = '',
): { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  const accepts = (name: string) =>
    acceptEncoding.split(',').some((part) => {
      const [encoding, quality] = part.trim().split(/\s*;\s*/)
      return encoding === name && !/^q=0(\.0*)?$/.test(quality ?? '')
    })
  if (accepts('br')) return { body: page.brotli, headers: { 'content-encoding': 'br' } }
  if (accepts('gzip')) return { body: page.gzip, headers: { 'content-encoding': 'gzip' } }
  return { body: page.identity, headers: {} }
}

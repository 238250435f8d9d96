import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRawSync, gunzip } from 'node:zlib'
import { acceptsEncoding } from '../http/accepts-encoding.ts'

/** A part of a page. */
export type PagePart = {
  bytes: Buffer
  /** The part compressed beforehand, by `compressPart`. */
  compressed?: Buffer
}

/** A rendered page as it is sent, compressed. */
export type EncodedPage = {
  status: number
  /** Weak, because the encodings of one page share it. */
  etag: string
  gzip: Uint8Array<ArrayBuffer>
  /** Null until the page has been compressed again. */
  brotli: Uint8Array<ArrayBuffer> | null
  /** Compresses the page with brotli, in the background; once. */
  compressAgain: () => Promise<Uint8Array<ArrayBuffer>>
  /** The catalogue's head in the page's stream cursor. */
  cursorHead: number
}

const compressInThread = promisify(brotliCompress)
const decompress = promisify(gunzip)
/** Of 11. Takes 2.4 ms for a page of 200 kB with its styles, in another thread. */
const brotliQuality = 5

/**
 * Compresses a page quickly, in this thread: handing it to another takes this one as much time. Most pages are not asked
 * for again before the catalogue changes; those that are get brotli.
 */
export function encodePage(
  parts: readonly PagePart[],
  { status, cursorHead }: Pick<EncodedPage, 'status' | 'cursorHead'>,
): EncodedPage {
  const gzip = compressParts(parts)
  let brotli: Promise<Uint8Array<ArrayBuffer>> | undefined
  const compressWithBrotli = async () => (page.brotli = await toBrotli(await decompress(gzip)))
  const page: EncodedPage = {
    status,
    etag: `W/"${createHash('sha256').update(gzip).digest('base64url').slice(0, 22)}"`,
    gzip,
    brotli: null,
    compressAgain: () => (brotli ??= compressWithBrotli()),
    cursorHead,
  }
  return page
}

const toBrotli = (bytes: Buffer) =>
  compressInThread(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

/** Compresses a part that many pages share: as small as it gets, and ending where another part can follow. */
export const compressPart = (bytes: Buffer): PagePart => ({ bytes, compressed: deflate(bytes, 9) })

/** A part that ends with a sync flush ends at a full byte, and needs nothing before it to be decompressed (RFC 1951). */
const deflate = (bytes: Buffer, level: number) => deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH })

/** With neither name nor time, for no certain system (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** The last block of compressed data, which is empty. */
const lastBlock = Buffer.from([3, 0])

/** One gzip stream of parts that were compressed on their own. */
function compressParts(parts: readonly PagePart[]): Uint8Array<ArrayBuffer> {
  let [checksum, length] = [0, 0]
  for (const { bytes } of parts) {
    // Node forgets the checksum so far when it is given nothing.
    if (bytes.length > 0) checksum = crc32(bytes, checksum)
    length += bytes.length
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum)
  trailer.writeUInt32LE(length, 4)
  const compressed = parts.map((part) => part.compressed ?? deflate(part.bytes, 1))
  return Buffer.concat([gzipHeader, ...compressed, lastBlock, trailer])
}

/** The body in the best encoding that there is and that the client accepts, with its headers. Hardly any client accepts none. */
export async function negotiateEncoding(
  page: EncodedPage,
  acceptEncoding: string | undefined,
): Promise<{ body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const accepts = (encoding: 'br' | 'gzip') => acceptsEncoding(acceptEncoding, encoding)
  if (accepts('gzip') && !(page.brotli && accepts('br')))
    return { body: page.gzip, headers: { 'content-encoding': 'gzip' } }
  if (accepts('br')) return { body: await page.compressAgain(), headers: { 'content-encoding': 'br' } }
  return { body: await decompress(page.gzip), headers: {} }
}

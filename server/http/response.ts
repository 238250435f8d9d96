import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { acceptsEncoding } from './accepts-encoding.ts'

/** JSON as it is sent, and compressed once a client has asked for that. */
export type JsonBody = { json: string | Uint8Array<ArrayBuffer>; compressed?: Uint8Array<ArrayBuffer> }

const compressInThread = promisify(gzip)
/** In characters. Less fits into two packets; the responses of most mutations are shorter, so they aren't delayed. */
const minCompressedLength = 2048
/** Of 9. A page of 50 orders, 90 kB, takes 1 ms in another thread and becomes 14 kB. */
const compressionLevel = 4

/** The JSON response of an operation, compressed if it is long and the client accepts that (docs/architecture.md). */
export async function respondWithJson(c: Context, body: JsonBody, headers: Record<string, string>): Promise<Response> {
  const { json } = body
  if (json.length < minCompressedLength) return jsonResponse(200, json, headers)
  const varying = { ...headers, vary: 'accept-encoding' }
  if (!acceptsEncoding(c.req.header('accept-encoding'), 'gzip')) return jsonResponse(200, json, varying)
  body.compressed ??= await compressInThread(json, { level: compressionLevel })
  return jsonResponse(200, body.compressed, { ...varying, 'content-encoding': 'gzip' })
}

/** A JSON response, from text or from cached bytes. listener.ts adds the security headers. */
export const jsonResponse = (status: number, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

/** The output of a route with `download`. */
export type FileOutput = { name: string; text: string }

/** A response that browsers save as a file. */
export const fileResponse = (contentType: string, { name, text }: FileOutput, headers: Record<string, string>) =>
  jsonResponse(200, text, {
    ...headers,
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    vary: 'accept',
  })

/** Headers that every answer of the API carries, made once. */
const constant = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

/** An answer of the API: JSON, as text or as the bytes of one that was kept, and its headers. */
export const answer = (status: number, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  new Response(body, { status, headers: { ...constant, ...headers } })

export type FileAnswer = { name: string; text: string }

/** A file to be kept by whoever asked. */
export const file = (type: string, { name, text }: FileAnswer, headers: Record<string, string>) =>
  answer(200, text, {
    ...headers,
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    vary: 'accept',
  })

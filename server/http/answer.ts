/** An answer of the API: JSON, as text or as the bytes of one that was kept. listener.ts adds what every answer says. */
export const answer = (status: number, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

export type FileAnswer = { name: string; text: string }

/** A file to be kept by whoever asked. */
export const file = (type: string, { name, text }: FileAnswer, headers: Record<string, string>) =>
  answer(200, text, {
    ...headers,
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    vary: 'accept',
  })

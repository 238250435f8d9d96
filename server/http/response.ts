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

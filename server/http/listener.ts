import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { clientAddress } from './client-address.ts'

type FetchApp = { fetch: Parameters<typeof getRequestListener>[0] }

/** The headers of every response. A response that sets one itself overrides it. */
export const securityHeaders = ({
  isProduction,
  publicUrl,
}: Pick<Env, 'isProduction' | 'publicUrl'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
  ...(isProduction &&
    publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

/** The Content-Security-Policy of everything that isn't a page. */
export const denyAllCsp = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
/** A worker inherits the policy of its script, so assets must not restrict what they load. */
const assetCsp = "frame-ancestors 'none'"

/** The request listener of the HTTP server: sets the security headers and passes the request to `app`. */
export function createListener(
  app: FetchApp,
  env: Pick<Env, 'isProduction' | 'publicUrl' | 'trustedProxies'>,
  log?: Logger,
) {
  const headers = Object.entries(securityHeaders(env))
  let latestRequest: IncomingMessage
  const listener = getRequestListener(app.fetch, {
    // Called synchronously for an invalid host or path, so the latest request is the one that failed.
    errorHandler() {
      const forwarded = String(latestRequest.headers['x-forwarded-for'] ?? '')
      logMalformed(log, 400, clientAddress(latestRequest.socket.remoteAddress, forwarded, env.trustedProxies))
      return new Response(malformedBody(400), { status: 400, headers: jsonHeaders })
    },
  })
  return (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    response.setHeader('content-security-policy', request.url?.startsWith('/assets/') ? assetCsp : denyAllCsp)
    latestRequest = request
    void listener(request, response)
  }
}

/** Answers what Node can't parse as HTTP with the API's error response, and closes the connection. */
export function rejectMalformedRequests(http: Server, env: Pick<Env, 'isProduction' | 'publicUrl'>, log?: Logger) {
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const status = statusByErrorCode[error.code ?? ''] ?? 400
    // X-Forwarded-For was not parsed either, so behind a proxy this is the proxy's address.
    logMalformed(
      log,
      status,
      clientAddress((socket as Socket).remoteAddress, undefined, { has: () => false }),
      error.code,
    )
    const body = malformedBody(status)
    const headers = {
      ...securityHeaders(env),
      'content-security-policy': denyAllCsp,
      ...jsonHeaders,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  })
}

const statusByErrorCode: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

function malformedBody(status: number) {
  const message = status === 431 ? 'The request headers are too large.' : 'The request could not be parsed.'
  return JSON.stringify({ success: false, message, error: 'malformed', requestId: '' })
}

const logMalformed = (log: Logger | undefined, status: number, ip: string, error = 'malformed') =>
  log?.warn({ event: 'request.malformed', status, ip, error }, 'malformed request rejected')

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { addressOf } from './address.ts'

type App = { fetch: Parameters<typeof getRequestListener>[0] }

/** What every answer says, whatever made it; an answer of its own kind may say otherwise. */
export const safeHeaders = ({ live, publicUrl }: Pick<Env, 'live' | 'publicUrl'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
  ...(live && publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

/** The policy of whatever is no page. */
export const nothingRuns = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
/** The policy of a script is that of the worker it becomes, which this leaves free. */
const notFramed = "frame-ancestors 'none'"

/** Answers requests with what `app` makes of them. */
export function createListener(app: App, env: Pick<Env, 'live' | 'publicUrl' | 'proxies'>, log?: Logger) {
  const headers = Object.entries(safeHeaders(env))
  let latest: IncomingMessage
  const answer = getRequestListener(app.fetch, {
    // A host or a path that is none is found out before anything is waited for: it is the latest request's.
    errorHandler() {
      const forwarded = String(latest.headers['x-forwarded-for'] ?? '')
      noteMalformed(log, 400, addressOf(latest.socket.remoteAddress, forwarded, env.proxies))
      return answerMalformed(400)
    },
  })
  return (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    response.setHeader('content-security-policy', request.url?.startsWith('/assets/') ? notFramed : nothingRuns)
    latest = request
    void answer(request, response)
  }
}

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const bodyOf = (status: number) => {
  const message = status === 431 ? 'The headers are too large.' : 'This is not a request that can be read.'
  return JSON.stringify({ success: false, message, error: 'malformed', requestId: '' })
}
const asJson = { 'content-type': 'application/json; charset=utf-8' }

/** To a host or a path that is none. */
const answerMalformed = (status: number) => new Response(bodyOf(status), { status, headers: asJson })

const noteMalformed = (log: Logger | undefined, status: number, ip: string, error = 'malformed') =>
  log?.warn({ event: 'request.malformed', status, ip, error }, 'a request could not be read')

/** What is no request at all gets one sentence, in the form of every other refusal, and its connection is closed. */
export function refuseMalformed(http: Server, env: Pick<Env, 'live' | 'publicUrl'>, log?: Logger) {
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const status = statuses[error.code ?? ''] ?? 400
    // Whom a proxy heard is not known: nothing of it could be read.
    noteMalformed(log, status, addressOf((socket as Socket).remoteAddress, undefined, []), error.code)
    const body = bodyOf(status)
    const headers = {
      ...safeHeaders(env),
      'content-security-policy': nothingRuns,
      ...asJson,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  })
}

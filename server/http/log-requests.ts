import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { newId } from '../../drizzle/kit.ts'
import type { ApiError } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import { callerAddress } from './caller.ts'
import { isReported, report } from '../reports.ts'
import { toApiError } from './error-handler.ts'
import type { HttpEnv } from './http-env.ts'

/** Security events, with level and message. Each is the log line of its request, so no request has two lines. */
const securityEvents = {
  'sign_in.succeeded': ['info', 'login succeeded'],
  'sign_in.failed': ['warn', 'login failed: wrong email or password'],
  'password.wrong': ['warn', 'current password rejected'],
  'second_factor.on': ['info', 'second factor enabled'],
  'second_factor.off': ['info', 'second factor disabled'],
  'second_factor.reset': ['warn', 'second factor of a colleague reset'],
  'second_factor.wrong_code': ['warn', 'second-factor code rejected'],
  'refresh.reused': ['warn', 'refresh token reused: session ended'],
  'request.refused': ['warn', 'request forbidden or rate-limited'],
} as const
type SecurityEvent = keyof typeof securityEvents

/** The error codes that are security events by themselves. */
const eventByErrorCode: Record<string, SecurityEvent> = {
  wrong_credentials: 'sign_in.failed',
  wrong_password: 'password.wrong',
  wrong_code: 'second_factor.wrong_code',
}

/** What a handler adds to the log line of its request: what happened, and to whose account. */
export type LogFields = { event?: SecurityEvent; userId?: string }

const processId = newId().slice(-6)
let requestCount = 0

/** Unique among the processes that share a log. */
export const newRequestId = () => `${processId}${(++requestCount).toString(36)}`

/** Gives each request an id, and writes one log line per response: who, from where, how long, which error. */
export const logRequests =
  (app: AppContext): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const requestId = newRequestId()
    c.set('requestId', requestId)
    const startedAt = performance.now()
    await next()
    const [caller, logFields] = [c.get('caller'), c.get('logFields')]
    writeRequestLine(app.log, {
      event: logFields?.event,
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      startedAt,
      ip: caller?.ip ?? callerAddress(app, c),
      userId: (c.error as LogFields | undefined)?.userId ?? logFields?.userId ?? caller?.identity?.user.id,
      error: c.error && toApiError(c.error),
    })
    if (!isReported('request')) return
    report('request', {
      method: methods.has(c.req.method) ? c.req.method : 'other',
      route: c.get('route') ?? routeOf(c.req.path),
      status: c.res.status,
      seconds: (performance.now() - startedAt) / 1000,
    })
  }

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What a request is counted as that no route of the API has answered. */
const routeOf = (path: string) => /^\/(api|assets|media|dev)\//.exec(path)?.[0].concat('*') ?? 'page'

type RequestLine = {
  event?: SecurityEvent | undefined
  requestId: string
  /** The HTTP method, or `SOCKET` for a message over the socket. */
  method: string
  path: string
  status: number
  /** From `performance.now()`. */
  startedAt: number
  ip: string
  userId: string | undefined
  error: ApiError | undefined
}

/** Writes a request's log line, at the level of its security event if it is one. */
export function writeRequestLine(log: Logger, { startedAt, error, ...line }: RequestLine) {
  const event = (error && eventOf(error)) ?? line.event
  const [level, message] = event ? securityEvents[event] : (['info', undefined] as const)
  if (!log.isLevelEnabled(level)) return
  const { requestId, method, path, status, ip, userId } = line
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  log[level]({ event, requestId, method, path, status, ms, ip, userId, error: error?.code }, message)
}

const eventOf = ({ code, status }: ApiError) =>
  eventByErrorCode[code] ?? (status === 403 || status === 429 ? 'request.refused' : undefined)

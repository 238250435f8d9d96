import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { newId } from '../../drizzle/kit.ts'

const process = newId().slice(-6)
let count = 0

/** Gives each request an id, and one line in the log when it is answered. */
export const logRequests =
  (log: Logger): MiddlewareHandler =>
  async (c, next) => {
    const requestId = `${process}${(++count).toString(36)}`
    c.set('requestId', requestId)
    const start = performance.now()
    await next()
    log.info({
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
    })
  }

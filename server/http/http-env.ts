import type { HttpBindings } from '@hono/node-server'
import type { Caller } from './caller.ts'
import type { LogFields } from './log-requests.ts'

/** The types of a request's Hono context: what the Node listener provides, and what middleware and handlers set. */
export type HttpEnv = {
  /** Absent when a test calls the app's `fetch` directly. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    caller?: Caller
    /** The next three are sent and logged even if the request fails. */
    streamPosition?: string
    setCookie?: string
    logFields?: LogFields
    /** What the request is counted as: the pattern of its route. */
    route?: string
  }
}

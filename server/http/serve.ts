import { type Context, Hono } from 'hono'
import { ApiError, badRequest } from '../../shared/api-error.ts'
import type { Access, Route, RouteInput, RouteOutput } from '../../shared/contract.ts'
import type { AppContext } from '../app-context.ts'
import type { Identity } from '../auth/identify.ts'
import { type EncodeCache, toJson } from '../encode.ts'
import { type MutationContext, runMutation } from '../events/mutation.ts'
import { type Caller, readCaller } from './caller.ts'
import { assertSameOrigin, authorize } from './guards.ts'
import type { HttpEnv } from './http-env.ts'
import { idempotentRequest, withIdempotency } from './idempotency.ts'
import type { LogFields } from './log-requests.ts'
import { isSearch, limitOf } from './rate-limit-rules.ts'
import type { RateLimitKey } from './rate-limits.ts'
import { readInput } from './read-input.ts'
import { createResponseCache } from './response-cache.ts'
import { respondWithJson, type FileOutput, fileResponse, jsonResponse } from './response.ts'

/** What a handler gets besides its input. */
export type HandlerContext<A extends Access = Access, Output = unknown> = {
  app: AppContext
  me: A extends 'public' ? Identity | null : Identity
  caller: Caller
  /** Runs the request's one mutation. What `work` returns is the response; return the result of this call. */
  mutate(work: (ctx: MutationContext) => Promise<Output>): Promise<MutationAnswer>
  setCookie(value: string): void
  /** Adds to the request's log line. Call it after the mutation has committed. */
  addLogFields(fields: LogFields): void
}

/** A handler for every route of a contract. */
export type Handlers<R extends Record<string, Route>> = {
  [K in keyof R]: Handler<RouteInput<R[K]>, R[K]['access'], RouteOutput<R[K]>>
}
type Handler<Input, A extends Access, Output> = {
  // Declared as a method: its parameters are then compared loosely, so handlers of all routes fit one type.
  handle(input: Input, context: HandlerContext<A, Output>): Output | MutationAnswer | Promise<Output | MutationAnswer>
}['handle']
type Output = Record<string, unknown>
type AnyHandler = Handler<Record<string, unknown>, Access, Output>

/** The response of a mutation, serialized before the commit; for a repeated idempotent request, that of the first. */
class MutationAnswer {
  readonly json: string
  readonly streamPosition: string
  constructor(json: string, streamPosition: string) {
    this.json = json
    this.streamPosition = streamPosition
  }
}

/**
 * Serves every route of a contract. Each request is authorized, rate-limited and validated, then handled;
 * a repeated `Idempotency-Key` gets the first answer again.
 */
export function serve<R extends Record<string, Route>>(app: AppContext, routes: R, handlers: Handlers<R>): Hono<HttpEnv>
export function serve(app: AppContext, routes: Record<string, Route>, handlers: Record<string, AnyHandler>) {
  const router = new Hono<HttpEnv>()
  const responseCache = createResponseCache()

  for (const [name, route] of Object.entries(routes)) {
    const handle = handlers[name]!
    const pattern = `/api${route.path}`

    if (route.probe) {
      router.on(route.method, route.path, async (c) => {
        c.set('route', pattern)
        const { input } = await readInput(route, c)
        const output = await handle(input, { app } as HandlerContext<Access, Output>)
        const json = withSuccess(toJson(route.output, output as Output))
        return jsonResponse(200, json, { 'x-request-id': c.get('requestId') })
      })
      continue
    }

    router.on(route.method, route.path, async (c) => {
      c.set('route', pattern)
      const caller = await readCaller(app, c)
      if (route.method !== 'GET') assertSameOrigin(c, app.env.publicUrl)
      authorize(route, caller)
      const limit = limitOf(name, route, isSearch(c.req.query('q')))
      // Staff work through their queue without limits.
      if (limit && route.access !== 'staff') {
        const counted = app.rateLimits.consume(limit, rateLimitKeyOf(route, caller))
        // Only what several processes share is counted elsewhere.
        if (counted) await counted
      }

      const { user = null, heads } = caller.identity ?? {}
      const cursor = await app.streamHeads.readCursor(user, heads)
      const streamPosition = app.streamHeads.formatCursor(cursor)
      const { version } = app.storefront.current()
      c.set('streamPosition', streamPosition)
      const headers: Record<string, string> = {
        'x-request-id': c.get('requestId'),
        'x-stream-position': streamPosition,
      }
      const cached = route.cacheable && responseCache.get(c.req.url, cursor, version)
      if (cached) return respondWithJson(c, cached, headers)

      const { input, body } = await readInput(route, c)
      const serialize = (output: Output, cache?: EncodeCache) => withSuccess(toJson(route.output, output, cache))
      const key = route.idempotent && caller.identity ? c.req.header('idempotency-key') : undefined
      if (key === undefined && route.idempotent === 'required') throw badRequest('Please send an Idempotency-Key.')
      const idempotent =
        key !== undefined &&
        idempotentRequest(caller.identity!.user.id, `${name} ${c.req.path}`, key, body, streamPosition)
      const context: HandlerContext<Access, Output> = {
        app,
        me: caller.identity,
        caller,
        mutate: (work) =>
          runMutation(app, async (ctx) => {
            const run = async () => serialize(await work(ctx), ctx.encodeCache)
            if (!idempotent) return new MutationAnswer(await run(), streamPosition)
            const { answer, position } = await withIdempotency(ctx.tx, idempotent, run)
            return new MutationAnswer(answer, position)
          }),
        setCookie(value) {
          headers['set-cookie'] = value
          c.set('setCookie', value)
        },
        addLogFields: (fields) => c.set('logFields', { ...c.get('logFields'), ...fields }),
      }
      // Path parameters override fields of the same name in the body.
      const result = await handle(Object.assign(input, c.req.param()), context)
      if (result instanceof MutationAnswer) {
        return respondWithJson(c, { json: result.json }, { ...headers, 'x-stream-position': result.streamPosition })
      }
      if (route.download && !acceptsJson(c)) return fileResponse(route.download, result as FileOutput, headers)
      const json = serialize(result)
      if (!route.cacheable) return respondWithJson(c, { json }, headers)
      const response = { json: Buffer.from(json) }
      responseCache.set(c.req.url, cursor, version, response)
      return respondWithJson(c, response, headers)
    })
  }

  router.all('*', () => {
    throw new ApiError(404, 'no_such_call', 'Unknown endpoint. All endpoints are listed at /api/docs.')
  })
  return router
}

/** Prepends `success` to the JSON of an output. */
const withSuccess = (json: string) => (json === '{}' ? '{"success":true}' : `{"success":true,${json.slice(1)}`)

const acceptsJson = (c: Context) => c.req.header('accept')?.includes('application/json') === true

/**
 * Requests count by user, whatever their sessions and addresses; visitors count by address, and so do public changes,
 * such as logging in: an account to guess from would be a new bucket.
 */
function rateLimitKeyOf({ method, access }: Route, { identity, ip }: Caller): RateLimitKey {
  const isKnown = identity && (method === 'GET' || access !== 'public')
  return isKnown ? { user: identity.user.id } : { address: ip }
}

import * as z from 'zod/mini'
import { accountRoutes } from '../../shared/accounts/routes.ts'
import type { RouteOutput, Params, Route } from '../../shared/contract.ts'
import { parseStreamCursor, type StreamCursor } from '../../shared/stream-cursor.ts'
import type { signInRoutes } from '../../shared/accounts/login-routes.ts'
import { CallFailed } from './call-failed.ts'
import { failedFetch, failedResponse, messageOfStatus } from './failures.ts'
import { createRefresh, type Locks } from './refresh.ts'
import type { ClientSession } from './session.ts'

// Compiled parsers need `new Function`, which the content security policy forbids.
z.config({ jitless: true })

type CallOptions = {
  /** Idempotency-Key: the same for every attempt at one operation. */
  key?: string | undefined
  signal?: AbortSignal | undefined
}
type Input<R extends Route> = z.output<R['input']>
/** The path parameters of a route and its input, if it has one. */
export type CallArgs<R extends Route> = Params<R['path']> & (string extends keyof Input<R> ? unknown : Input<R>)
/** `position`: the stream cursor the answer was read at. */
type Answered<R extends Route> = { answer: RouteOutput<R>; position: StreamCursor | null }
/** The part of `fetch` that is used. */
export type Send = (url: string, request: RequestInit) => Promise<Response>
export type Call = <R extends Route>(route: R, args: CallArgs<R>, options?: CallOptions) => Promise<Answered<R>>

/** A 401 from these routes doesn't mean that the token expired. */
const routesWithoutRefresh: Route['path'][] = [
  '/auth/login' satisfies typeof signInRoutes.signIn.path,
  '/auth/register' satisfies typeof signInRoutes.register.path,
  accountRoutes.refresh.path,
  accountRoutes.signOut.path,
]

type Options = {
  session: ClientSession
  send?: Send
  locks?: Locks | undefined
  timeoutMs?: number
}

/** Returns how to call the server's routes, and how to refresh a token. */
export function createApi({
  session,
  send = (url, request) => fetch(url, request),
  locks,
  timeoutMs = 15_000,
}: Options) {
  const refresh = createRefresh({ session, locks, renew: () => fetchOnce(accountRoutes.refresh, {}, null, {}) })

  /** Calls a route; on a 401, once more with a refreshed token. @throws CallFailed, and nothing else */
  const call: Call = async (route, args, options = {}) => {
    const caller = session.current()
    const token = routesWithoutRefresh.includes(route.path) ? null : (caller?.token ?? null)
    try {
      return await fetchOnce(route, args, route.path === accountRoutes.signOut.path ? caller?.token : token, options)
    } catch (error) {
      if (!token || !(error instanceof CallFailed) || error.status !== 401) throw error
      const refreshed = await refresh(token)
      if (!refreshed || session.current()?.user._id !== caller?.user._id) throw error
      return fetchOnce(route, args, refreshed, options)
    }
  }

  async function fetchOnce<R extends Route>(
    route: R,
    args: CallArgs<R>,
    token: string | null | undefined,
    { key, signal }: CallOptions,
  ): Promise<Answered<R>> {
    const { url, body } = encode(route, args)
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    const timeout = AbortSignal.timeout(timeoutMs)
    const request: RequestInit = {
      method: route.method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body }),
    }
    try {
      const response = await send(url, request)
      const json: unknown = await response.json().catch((error: unknown) => handleInvalidJson(response, error))
      if (!response.ok) throw failedResponse(response.status, json)
      return {
        answer: decode(route, response.status, json),
        position: parseStreamCursor(response.headers.get('x-stream-position')),
      }
    } catch (error) {
      throw failedFetch(error)
    }
  }

  return { call, refresh }
}

/** A body that broke off is a network error; one that isn't JSON is an unreadable answer. */
function handleInvalidJson(response: Response, error: unknown) {
  if (error instanceof SyntaxError && !response.ok)
    return { message: messageOfStatus(response.status), error: 'unreadable' }
  throw error instanceof SyntaxError ? new CallFailed(response.status, 'unreadable', 'Request failed') : error
}

function encode<R extends Route>(route: R, args: CallArgs<R>): { url: string; body: string | undefined } {
  const unencoded: Record<string, unknown> = { ...args }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(unencoded[name]))
    delete unencoded[name]
    return value
  })
  const input = z.safeEncode(route.input, unencoded)
  if (!input.success) throw new CallFailed(400, 'invalid', input.error.issues[0]?.message ?? 'Request failed')
  const entries = Object.entries(input.data as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const [fields, url] = [Object.fromEntries(entries), `/api${path}`]
  if (entries.length === 0) return { url, body: undefined }
  if (route.method !== 'GET') return { url, body: JSON.stringify(fields) }
  return { url: `${url}?${new URLSearchParams(fields as Record<string, string>)}`, body: undefined }
}

function decode<R extends Route>(route: R, status: number, json: unknown): RouteOutput<R> {
  const output = z.safeDecode(route.output, json as z.input<R['output']>)
  if (output.success) return output.data as RouteOutput<R>
  throw new CallFailed(status, 'unreadable', 'Request failed', json as Record<string, unknown>)
}

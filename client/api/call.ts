import * as z from 'zod/mini'
import { accountRoutes } from '../../shared/accounts.ts'
import type { Answer, Params, Route } from '../../shared/contract.ts'
import { parsePosition, type Position } from '../../shared/position.ts'
import type { signInRoutes } from '../../shared/sign-in.ts'
import { CallFailed, refused, unanswered } from './call-failed.ts'
import { createRefresh, type Locks } from './refresh.ts'
import type { SessionKeeper } from './session.ts'

// Compiled parsers need `new Function`, which the pages' policy refuses.
z.config({ jitless: true })

type Options = {
  /** Idempotency-Key: the same for every attempt at the same thing. */
  key?: string | undefined
  signal?: AbortSignal | undefined
}
type Input<R extends Route> = z.output<R['input']>
/** What a caller gives: the ids in the path, and the input where there is one. */
export type Given<R extends Route> = Params<R['path']> & (string extends keyof Input<R> ? unknown : Input<R>)
type Answered<R extends Route> = { answer: Answer<R>; position: Position | null }
/** What `fetch` is asked here. */
export type Send = (url: string, request: RequestInit) => Promise<Response>
export type Call = <R extends Route>(route: R, args: Given<R>, options?: Options) => Promise<Answered<R>>

/** These answer 401 for other reasons than a token that ran out. */
const neverRefreshed: Route['path'][] = [
  '/auth/login' satisfies typeof signInRoutes.signIn.path,
  '/auth/register' satisfies typeof signInRoutes.register.path,
  accountRoutes.refresh.path,
  accountRoutes.signOut.path,
]

type Settings = {
  session: SessionKeeper
  send?: Send
  locks?: Locks | undefined
  /** In milliseconds; SPEC.md §9. */
  timeout?: number
}

export function createApi({
  session,
  send = (url, request) => fetch(url, request),
  locks,
  timeout = 15_000,
}: Settings) {
  const refresh = createRefresh({ session, locks, renew: () => fetchOnce(accountRoutes.refresh, {}, null, {}) })

  /** @throws CallFailed, and nothing else */
  const call: Call = async (route, args, options = {}) => {
    const asked = session.current()
    const token = neverRefreshed.includes(route.path) ? null : (asked?.token ?? null)
    try {
      return await fetchOnce(route, args, route.path === accountRoutes.signOut.path ? asked?.token : token, options)
    } catch (error) {
      if (!token || !(error instanceof CallFailed) || error.status !== 401) throw error
      const fresh = await refresh(token)
      if (!fresh || session.current()?.user._id !== asked?.user._id) throw error
      return fetchOnce(route, args, fresh, options)
    }
  }

  async function fetchOnce<R extends Route>(
    route: R,
    args: Given<R>,
    token: string | null | undefined,
    { key, signal }: Options,
  ): Promise<Answered<R>> {
    const { url, body } = encode(route, args)
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    const late = AbortSignal.timeout(timeout)
    const request: RequestInit = {
      method: route.method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(body !== undefined && { body }),
    }
    try {
      const response = await send(url, request)
      const told: unknown = await response.json().catch((error: unknown) => unreadable(response, error))
      if (!response.ok) throw refused(response.status, told)
      return {
        answer: decode(route, response.status, told),
        position: parsePosition(response.headers.get('x-stream-position')),
      }
    } catch (error) {
      throw unanswered(error)
    }
  }

  return { call, refresh }
}

/** An answer that broke off is no answer; one that is no JSON is an answer nobody can read. */
function unreadable(response: Response, error: unknown) {
  const message = response.statusText || 'Request failed'
  if (error instanceof SyntaxError && !response.ok) return { message, error: 'unreadable' }
  throw error instanceof SyntaxError ? new CallFailed(response.status, 'unreadable', 'Request failed') : error
}

function encode<R extends Route>(route: R, args: Given<R>): { url: string; body: string | undefined } {
  const rest: Record<string, unknown> = { ...args }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const input = z.safeEncode(route.input, rest)
  if (!input.success) throw new CallFailed(400, 'invalid', input.error.issues[0]?.message ?? 'Request failed')
  const given = Object.entries(input.data as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const [fields, url] = [Object.fromEntries(given), `/api${path}`]
  if (given.length === 0) return { url, body: undefined }
  if (route.method !== 'GET') return { url, body: JSON.stringify(fields) }
  return { url: `${url}?${new URLSearchParams(fields as Record<string, string>)}`, body: undefined }
}

function decode<R extends Route>(route: R, status: number, told: unknown): Answer<R> {
  const answer = z.safeDecode(route.output, told as z.input<R['output']>)
  if (answer.success) return answer.data as Answer<R>
  throw new CallFailed(status, 'unreadable', 'Request failed', told as Record<string, unknown>)
}

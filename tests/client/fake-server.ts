import * as z from 'zod/mini'
import { User } from '../../shared/accounts/schema.ts'
import type { Send } from '../../client/api/call.ts'
import { buildUser } from './build.ts'

type FakeRequest = { method: string; path: string; body: unknown; token: string | null; key: string | null }
/** `body` is sent as JSON, and a string as HTML. */
type FakeResponse = { status?: number; body?: Record<string, unknown> | string; position?: string }
type Handler = (request: FakeRequest) => FakeResponse | Promise<FakeResponse> | Error

/** A user as the server sends it. */
export const wireUser = (fields: Parameters<typeof buildUser>[0] = {}) => z.encode(User, buildUser(fields))

/** The other end of `fetch`: answers with the handlers, by method and path, and records the requests. */
export function createFakeServer(handlers: Record<string, Handler>) {
  const requests: FakeRequest[] = []

  const send: Send = async (url, init) => {
    const headers = new Headers(init.headers)
    const path = url.replace(/^\/api/, '')
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
    const request = { method, path, body, token, key: headers.get('idempotency-key') }
    requests.push(request)
    const handler = handlers[`${method} ${path.split('?')[0]}`]
    if (!handler) throw new Error(`No handler for ${method} ${path}`)
    const response = await Promise.race([handler(request), aborted(init.signal)])
    if (response instanceof Error) throw response
    const { status = 200, position } = response
    if (typeof response.body === 'string') return new Response(response.body, { status })
    return new Response(JSON.stringify({ success: status < 400, ...response.body }), {
      status,
      headers: { 'content-type': 'application/json', ...(position && { 'x-stream-position': position }) },
    })
  }

  /** The requests to a route, such as `POST /auth/refresh`. */
  const requestsTo = (route: string) =>
    requests.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === route)
  return { send, requests, requestsTo }
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))

export const noNetwork = () => new TypeError('Failed to fetch')
export const unauthorized: FakeResponse = { status: 401, body: { message: 'Please log in.', error: 'unauthorized' } }

import * as z from 'zod/mini'
import { User } from '../../shared/accounts.ts'
import type { Send } from '../../client/api/call.ts'
import { buildUser } from './build.ts'

type Sent = { method: string; path: string; body: unknown; token: string | null; key: string | null }
type Told = { status?: number; body?: Record<string, unknown>; position?: string }
type Answer = Told | Promise<Told> | Error
type Handle = (sent: Sent) => Answer

export const wireUser = (given: Parameters<typeof buildUser>[0] = {}) => z.encode(User, buildUser(given))

/** The other end of `fetch`: answers as it is told, call by call, and remembers what was sent. */
export function createFakeStore(handlers: Record<string, Handle>) {
  const sent: Sent[] = []

  const send: Send = async (url, init) => {
    const headers = new Headers(init.headers)
    const path = url.replace(/^\/api/, '')
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
    const one = { method, path, body, token, key: headers.get('idempotency-key') }
    sent.push(one)
    const handle = handlers[`${method} ${path.split('?')[0]}`]
    if (!handle) throw new Error(`Nobody answers ${method} ${path}`)
    const told = await Promise.race([handle(one), aborted(init.signal)])
    if (told instanceof Error) throw told
    const { status = 200, position } = told
    return new Response(JSON.stringify({ success: status < 400, ...told.body }), {
      status,
      headers: { 'content-type': 'application/json', ...(position && { 'x-stream-position': position }) },
    })
  }

  /** What was sent there, such as `POST /auth/refresh`. */
  const to = (call: string) => sent.filter((one) => `${one.method} ${one.path.split('?')[0]}` === call)
  return { send, sent, to }
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))

export const noNetwork = () => new TypeError('Failed to fetch')
export const unauthorized: Told = { status: 401, body: { message: 'Please log in.', error: 'unauthorized' } }

import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { Refusal } from '../../shared/refusal.ts'
import { type Identity, identify } from '../accounts/identify.ts'
import type { Store } from '../store.ts'
import { addressOf } from './address.ts'

/** Who is asking: the session behind the bearer token, and where the request came from. */
export type Caller = { identity: Identity | null; ip: string; userAgent: string; refreshToken: string | null }

export const refreshCookie = '__Host-refresh'

export async function readCaller(store: Store, c: Context): Promise<Caller> {
  const bearer = c.req.header('authorization')
  const caller = {
    identity: bearer?.startsWith('Bearer ') ? await identify(store.db, bearer.slice(7)) : null,
    ip: callerAddress(store, c),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 200),
    get refreshToken() {
      return getCookie(c, refreshCookie) ?? null
    },
  }
  // For the log, which says of a refusal too who asked.
  c.set('caller' as never, caller as never)
  return caller
}

/** Where the request came from. */
export const callerAddress = ({ env }: Store, c: Context) =>
  addressOf(remoteOf(c), c.req.header('x-forwarded-for'), env.proxies)

const remoteOf = (c: Context) =>
  ((c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }).incoming?.socket?.remoteAddress

/** Pages of other sites may not make changes here, whatever cookies the browser sends along. */
export function refuseForeign(c: Context, publicUrl: string) {
  const origin = c.req.header('origin')
  const foreign = origin
    ? origin !== new URL(publicUrl).origin
    : /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  if (foreign) throw new Refusal(403, 'foreign_origin', `This store is at ${publicUrl}.`)
}

import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { type Prefs, readPrefs } from '../../shared/accounts/prefs.ts'
import type { AppContext } from '../app-context.ts'
import { type Identity, identify } from '../auth/identify.ts'
import { clientAddress } from './client-address.ts'
import type { HttpEnv } from './http-env.ts'
import { refreshCookie } from './refresh-cookie.ts'

/** Who makes a request: the session of the bearer token, if it is valid, and where the request came from. */
export type Caller = {
  identity: Identity | null
  ip: string
  userAgent: string
  refreshToken: string | null
  /** Those of the device. */
  prefs: Prefs
}

/** Reads the caller and sets it on the context, for the log. */
export async function readCaller(app: AppContext, c: Context<HttpEnv>): Promise<Caller> {
  const authorization = c.req.header('authorization')
  const caller = {
    identity: authorization?.startsWith('Bearer ') ? await identify(app, authorization.slice(7)) : null,
    ip: callerAddress(app, c),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 200),
    get refreshToken() {
      return getCookie(c, refreshCookie) ?? null
    },
    get prefs() {
      return readPrefs(getCookie(c, 'prefs'))
    },
  }
  c.set('caller', caller)
  return caller
}

/** The address that a request came from; see {@link clientAddress}. */
export const callerAddress = ({ env }: AppContext, c: Context<HttpEnv>) =>
  clientAddress(connectionAddress(c), c.req.header('x-forwarded-for'), env.trustedProxies)

/** The address at the other end of the connection, which may be a proxy; undefined in tests without a port. */
export const connectionAddress = (c: Context<HttpEnv>) => c.env?.incoming?.socket.remoteAddress

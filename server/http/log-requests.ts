import type { MiddlewareHandler } from 'hono'
import { newId } from '../../drizzle/kit.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Store } from '../store.ts'
import { type Caller, callerAddress } from './caller.ts'
import { refusalOf } from './refusals.ts'

/** What whoever guards the store looks for: each is the line of its request, so that no request has two. */
const events = {
  'sign_in.succeeded': ['info', 'somebody signed in'],
  'sign_in.failed': ['warn', 'somebody could not sign in: the e-mail or the password is wrong'],
  'password.wrong': ['warn', 'somebody signed in gave a wrong password'],
  'second_factor.on': ['info', 'a second factor was turned on'],
  'second_factor.off': ['info', 'a second factor was turned off'],
  'second_factor.wrong_code': ['warn', 'a code of a second factor was wrong'],
  'refresh.reused': ['warn', 'a refresh token was used again: its session was ended'],
  'request.refused': ['warn', 'a request was not allowed, or came too soon'],
} as const

/** Events that a refusal's code tells by itself. */
const eventOf: Record<string, keyof typeof events> = {
  wrong_credentials: 'sign_in.failed',
  wrong_password: 'password.wrong',
  wrong_code: 'second_factor.wrong_code',
}

/** What a handler has to say for the line of its request: what happened, and whose account it is about. */
export type Noted = { event?: keyof typeof events; userId?: string }

const process = newId().slice(-6)
let count = 0

/** Gives each request an id, and one line in the log when it is answered: who asked, from where, what was refused. */
export const logRequests =
  (store: Store): MiddlewareHandler =>
  async (c, next) => {
    const requestId = `${process}${(++count).toString(36)}`
    c.set('requestId', requestId)
    const start = performance.now()
    await next()
    const noted = c.get('noted') as Noted | undefined
    const refusal = c.error && refusalOf(c.error)
    const event = (refusal && eventBehind(refusal)) ?? noted?.event
    const [level, sentence] = event ? events[event] : (['info', undefined] as const)
    if (!store.log.isLevelEnabled(level)) return
    const caller = c.get('caller') as Caller | undefined
    store.log[level](
      {
        event,
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        ip: caller?.ip ?? callerAddress(store, c),
        userId: (c.error as Noted | undefined)?.userId ?? noted?.userId ?? caller?.identity?.user.id,
        error: refusal?.code,
      },
      sentence,
    )
  }

const eventBehind = ({ code, status }: Refusal) =>
  eventOf[code] ?? (status === 403 || status === 429 ? 'request.refused' : undefined)

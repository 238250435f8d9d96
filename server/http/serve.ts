import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Answer, Asked, Route, Who } from '../../shared/contract.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Identity } from '../accounts/identify.ts'
import type { Store } from '../store.ts'
import { type Change, change } from '../stream/change.ts'
import { answer, file, type FileAnswer } from './answer.ts'
import { type Caller, readCaller, refuseForeign } from './caller.ts'
import { toJson, type Written } from '../encode.ts'
import { AnsweredBefore, once, repeatable } from './idempotency.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { createLimits, type Limits, limitOf } from './limits.ts'
import type { Noted } from './log-requests.ts'
import { readInput } from './read-input.ts'
import { requestIdOf } from './refusals.ts'

/** What a handler is given besides its input. `change` runs the call's one transaction. */
export type Asking<W extends Who = Who, A = unknown> = {
  store: Store
  me: W extends 'anyone' ? Identity | null : Identity
  caller: Caller
  limits: Limits
  change(work: (change: Change) => Promise<A>): Promise<A>
  setCookie(value: string): void
  /** Adds to the request's line in the log. Of what changes something, once that is committed. */
  note(noted: Noted): void
}

export type Handlers<R extends Record<string, Route>> = {
  [K in keyof R]: (
    asked: Asked<R[K]>,
    asking: Asking<R[K]['who'], Answer<R[K]>>,
  ) => Answer<R[K]> | Promise<Answer<R[K]>>
}
type Told = Record<string, unknown>
type AnyHandler = (asked: unknown, asking: Asking<Who, Told>) => Told | Promise<Told>

/** Serves every route of a contract: who, how often, in which shape; then its handler; one shape of answer. */
export function serve<R extends Record<string, Route>>(store: Store, routes: R, handlers: Handlers<R>) {
  const app = new Hono()
  const limits = createLimits(store.env.limits)
  const kept = createKeptAnswers()

  for (const [name, route] of Object.entries<Route>(routes)) {
    const handle = handlers[name] as unknown as AnyHandler
    const limit = limitOf[name] ?? (route.method === 'GET' ? 'read' : 'change')

    app.on(route.method, route.path, async (c) => {
      const caller = await readCaller(store, c)
      if (route.method !== 'GET') refuseForeign(c, store.env.publicUrl)
      guard(route.who, caller)
      // Whoever checks payments all day is not held up.
      const counted = countedAs(route, caller)
      const isStaffAtWork = route.who === 'staff' || (limit === 'chat' && caller.identity?.user.isAdmin)
      if (!isStaffAtWork) limits.count(limit, counted)

      const reader = caller.identity?.user ?? null
      const position = await store.positions.of(reader)
      const headers: Record<string, string> = {
        'x-request-id': requestIdOf(c),
        'x-stream-position': store.positions.format(position),
      }
      c.set('position' as never, headers['x-stream-position'] as never)
      const found = route.kept && kept.find(c.req.url, position)
      if (found) return answer(200, found, headers)

      const { input, body } = await readInput(route, c)
      const write = (told: Told, written?: Written) => succeeded(toJson(route.output, told, written))
      const key = route.idempotent && caller.identity ? c.req.header('idempotency-key') : undefined
      const request =
        key !== undefined &&
        repeatable(caller.identity!.user.id, `${name} ${c.req.path}`, key, body, headers['x-stream-position']!)
      try {
        const told = await handle(
          // The path's come last: no body can say otherwise.
          Object.assign(input, c.req.param()),
          {
            store,
            me: caller.identity,
            caller,
            limits,
            change: (work) =>
              change(store, (making) => {
                if (!request) return work(making)
                const writeIt = (told: Told) => write(told, making.written)
                return once(making.tx, request, () => work(making), writeIt)
              }),
            setCookie: (value) => {
              headers['set-cookie'] = value
              c.set('cookie' as never, value as never)
            },
            note: (noted) => c.set('noted' as never, { ...(c.get('noted' as never) as Noted), ...noted } as never),
          },
        )
        if (limit === 'signIn') limits.succeeded(limit, counted)
        const text = (request && request.answer) || write(told)
        if (route.kept) kept.keep(c.req.url, position, text)
        if (route.download && !acceptsJson(c)) return file(route.download, told as FileAnswer, headers)
        return answer(200, text, headers)
      } catch (error) {
        if (limit === 'signIn' && error instanceof Refusal && error.status === 401) limits.failed(limit, counted)
        if (!(error instanceof AnsweredBefore)) throw error
        return answer(200, error.answer, { ...headers, 'x-stream-position': error.position })
      }
    })
  }

  app.all('*', () => {
    throw new Refusal(404, 'no_such_call', 'There is no such call. They are listed at /api/docs.')
  })
  return app
}

/** An answer's fields behind the word that it is one. */
const succeeded = (fields: string) => (fields === '{}' ? '{"success":true}' : `{"success":true,${fields.slice(1)}`)

const acceptsJson = (c: Context) => c.req.header('accept')?.includes('application/json') === true

/** Changes count by person, whatever sessions they have; what anyone may do, such as signing in, by address alone. */
function countedAs({ method, who }: Route, { identity, ip }: Caller): string {
  if (method === 'GET') return identity?.sessionId ?? ip
  return who === 'anyone' || !identity ? ip : identity.user.id
}

/** @throws 401, 403 */
export function guard(who: Who, { identity }: Caller) {
  if (who !== 'anyone' && !identity) throw new Refusal(401, 'unauthorized', 'Please log in.')
  if (who === 'staff' && !identity!.user.isAdmin) throw new Refusal(403, 'staff_only', 'This is for staff alone.')
}

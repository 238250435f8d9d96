import type { Session, ClientSession } from './session.ts'
import { CallFailed } from './call-failed.ts'

/** The part of `navigator.locks` that is used. */
export type Locks = { request<T>(name: string, task: () => Promise<T>): Promise<T> }

type Options = {
  session: ClientSession
  locks: Locks | undefined
  /** Exchanges the refresh cookie for a new token. */
  renew: () => Promise<{ answer: Session }>
}

export type Refresh = (rejectedToken: string) => Promise<string | null>

/**
 * Returns how to replace a rejected token: one request for all callers in this tab, and one tab for all tabs. null
 * when the session is over. @throws CallFailed when the server can't be reached; the session stays
 */
export function createRefresh({ session, locks = createQueue(), renew }: Options): Refresh {
  const pending = new Map<string, Promise<string | null>>()

  return (rejectedToken) => {
    const known = pending.get(rejectedToken)
    if (known) return known
    const refreshing = refresh(rejectedToken).finally(() => pending.delete(rejectedToken))
    pending.set(rejectedToken, refreshing)
    return refreshing
  }

  async function refresh(rejectedToken: string) {
    if (isReplaced(rejectedToken)) return session.current()?.token ?? null
    return locks.request('session', async () => {
      session.reload()
      if (isReplaced(rejectedToken)) return session.current()?.token ?? null
      const renewed = await renewOrNull()
      session.reload()
      // The user may have logged out, or in as someone else, while the answer was on its way.
      if (isReplaced(rejectedToken)) return session.current()?.token ?? null
      if (!renewed) return (session.clear('expired'), null)
      session.set({ token: renewed.token, user: renewed.user })
      return renewed.token
    })
  }

  function isReplaced(token: string) {
    return session.current()?.token !== token
  }

  async function renewOrNull(): Promise<Session | null> {
    try {
      return (await renew()).answer
    } catch (error) {
      if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) return null
      throw error
    }
  }
}

/** A lock within this tab, for browsers without Web Locks. */
function createQueue(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name, task) {
      const turn = last.then(task)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

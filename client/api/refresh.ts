import type { Session, SessionKeeper } from './session.ts'
import { CallFailed } from './call-failed.ts'

/** The part of `navigator.locks` that is used. */
export type Locks = { request<T>(name: string, held: () => Promise<T>): Promise<T> }

type Settings = {
  session: SessionKeeper
  locks: Locks | undefined
  /** Exchanges the refresh cookie. */
  renew: () => Promise<{ answer: Session }>
}

export type Refresh = (failed: string) => Promise<string | null>

/**
 * Returns how to get another token in place of one that failed: once for all who ask in this tab, and
 * one tab for all tabs. null when the session is over. @throws CallFailed when nobody could say: it stays.
 */
export function createRefresh({ session, locks = createQueue(), renew }: Settings): Refresh {
  const underway = new Map<string, Promise<string | null>>()

  return (failed) => {
    const asked = underway.get(failed)
    if (asked) return asked
    const refreshing = refresh(failed).finally(() => underway.delete(failed))
    underway.set(failed, refreshing)
    return refreshing
  }

  async function refresh(failed: string) {
    if (hasAnother(failed)) return session.current()?.token ?? null
    return locks.request('session', async () => {
      session.reread()
      if (hasAnother(failed)) return session.current()?.token ?? null
      const answer = await ask()
      session.reread()
      // Signed out, or in as somebody else, while the answer was on its way.
      if (hasAnother(failed)) return session.current()?.token ?? null
      if (!answer) return (session.clear('expired'), null)
      session.set({ token: answer.token, user: answer.user })
      return answer.token
    })
  }

  function hasAnother(failed: string) {
    return session.current()?.token !== failed
  }

  async function ask(): Promise<Session | null> {
    try {
      return (await renew()).answer
    } catch (error) {
      if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) return null
      throw error
    }
  }
}

/** One after the other, within this tab: for browsers without Web Locks. */
function createQueue(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name, held) {
      const turn = last.then(held)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isAborted, isFailure, messageOf } from './api/call-failed.ts'
import { useClient, useStore } from './client-context.tsx'
import type { State } from './state.ts'

export type Loading = {
  status: 'loading' | 'ready' | 'failed'
  /** The server's error message; empty unless loading failed. */
  message: string
  /** The error code, such as `not_found`; empty unless loading failed. */
  code: string
  /** The request's id in the server's log; empty unless the server answered with one. */
  requestId: string
  /** Tries again; what was shown stays until there is an outcome, and then the promise resolves. */
  retry: () => Promise<void>
}
type Outcome = { of: string; status: 'ready' | 'failed'; message: string; code: string; requestId: string }

/**
 * Loads what a screen shows: on mount, when the key or the user changes, and when everything must be loaded again.
 * What the page was rendered with is not loaded again, and a failed load is retried once the connection is back.
 * @param key null to load nothing
 */
export function useLoad(key: string | null, load: (signal: AbortSignal) => Promise<unknown>): Loading {
  const client = useClient()
  const userId = useStore((state) => state.accounts.user?._id ?? '')
  const refetchVersion = useStore((state) => state.refetchVersion)
  const [tries, setTries] = useState(0)
  const onOutcome = useRef<(() => void)[]>([])
  const [lastOutcome, setLastOutcome] = useState<Outcome | null>(null)
  const userKey = key === null ? null : `${userId} ${key}`
  const isRendered = key !== null && refetchVersion === 0 && client.rendered.has(key)
  // What the page was rendered with, or has nothing to load, needn't be drawn again when the session is restored.
  const ready = useStore((state) => key === null || isRendered || state.accounts.ready)
  const outcome = lastOutcome?.of === userKey ? lastOutcome : null
  const failed = outcome?.status === 'failed'

  const run = useEffectEvent(async (of: string, signal: AbortSignal) => {
    try {
      await load(signal)
      if (!signal.aborted) settle({ of, status: 'ready', message: '', code: '', requestId: '' })
    } catch (error) {
      if (signal.aborted || isAborted(error)) return
      if (!isFailure(error)) throw error
      const { code, requestId } = error
      settle({ of, status: 'failed', message: messageOf(error), code, requestId })
    }
  })
  function settle(latest: Outcome) {
    setLastOutcome(latest)
    for (const resolve of onOutcome.current.splice(0)) resolve()
  }

  useEffect(() => {
    if (!ready || userKey === null || (isRendered && tries === 0)) return
    const controller = new AbortController()
    void run(userKey, controller.signal)
    return () => controller.abort()
  }, [ready, userKey, refetchVersion, isRendered, tries])

  const retryFailed = useEffectEvent(() => failed && outcome?.code !== 'not_found' && setTries((count) => count + 1))
  useEffect(() => {
    const isLive = (state: State) => state.connection.status === 'live'
    return client.store.subscribe((state, before) => void (isLive(state) && !isLive(before) && retryFailed()))
  }, [client])

  useEffect(() => () => void (key !== null && client.rendered.delete(key)), [client, key])

  return {
    status: outcome?.status ?? (isRendered ? 'ready' : 'loading'),
    message: outcome?.message ?? '',
    code: outcome?.code ?? '',
    requestId: outcome?.requestId ?? '',
    retry: () => {
      setTries((count) => count + 1)
      return new Promise((resolve) => onOutcome.current.push(resolve))
    },
  }
}

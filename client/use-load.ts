import { useEffect, useEffectEvent, useState } from 'react'
import { isAborted, isFailure, messageOf } from './api/call-failed.ts'
import { useClient, useStore } from './store.tsx'

export type Loading = {
  status: 'loading' | 'ready' | 'failed'
  /** Why it failed, in the store's words; empty otherwise. */
  message: string
  /** The store's code, such as `not_found`; empty otherwise. */
  code: string
  retry: () => void
}
type Outcome = { of: string | null; status: 'ready' | 'failed'; message: string; code: string }

/**
 * Loads what a screen shows into the store: on mount, for another key or user, and whenever what is held may be
 * wrong. A null key loads nothing. What came with the page is not loaded again.
 */
export function useLoad(key: string | null, load: (signal: AbortSignal) => Promise<unknown>): Loading {
  const client = useClient()
  const ready = useStore((state) => state.accounts.ready)
  const user = useStore((state) => state.accounts.user?._id ?? '')
  const generation = useStore((state) => state.generation)
  const live = useStore((state) => state.connection.status === 'live')
  const [asked, setAsked] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const of = key === null ? null : `${user} ${key}`
  const isRendered = key !== null && generation === 0 && client.rendered.has(key)
  const known = outcome?.of === of ? outcome : null
  const failed = known?.status === 'failed'

  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      await load(signal)
      if (!signal.aborted) setOutcome({ of, status: 'ready', message: '', code: '' })
    } catch (error) {
      if (signal.aborted || isAborted(error)) return
      if (!isFailure(error)) throw error
      setOutcome({ of, status: 'failed', message: messageOf(error), code: error.code })
    }
  })

  useEffect(() => {
    if (!ready || of === null || (isRendered && asked === 0)) return
    const leaving = new AbortController()
    void run(leaving.signal)
    return () => leaving.abort()
  }, [ready, of, generation, isRendered, asked])

  const again = useEffectEvent(() => failed && known?.code !== 'not_found' && setAsked((times) => times + 1))
  useEffect(() => {
    if (live) again()
  }, [live])

  useEffect(() => () => void (key !== null && client.rendered.delete(key)), [client, key])

  return {
    status: known?.status ?? (isRendered ? 'ready' : 'loading'),
    message: known?.message ?? '',
    code: known?.code ?? '',
    retry: () => {
      setOutcome(null)
      setAsked((times) => times + 1)
    },
  }
}

import { useEffect, useState } from 'react'
import { isAborted, isFailure } from '../api/call-failed.ts'
import { useClient } from '../client-context.tsx'
import { openProof } from './proof-actions.ts'

type PictureState = 'loading' | 'failed' | 'gone' | { source: string }

/** Loads a picture, which the browser can't do by itself: it needs the session. */
export function useProofPicture(order: string, proof: string) {
  const client = useClient()
  const [state, setState] = useState<PictureState>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    client.connected
      .then(() => openProof(client, order, proof, controller.signal))
      .then(
        (source) => !controller.signal.aborted && setState({ source }),
        (error: unknown) => {
          if (controller.signal.aborted || isAborted(error)) return
          setState(isFailure(error) && error.status === 404 ? 'gone' : 'failed')
        },
      )
    return () => controller.abort()
  }, [client, order, proof, attempt])
  const retry = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }
  return { state, retry }
}

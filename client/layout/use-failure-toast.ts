import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'
import type { Loading } from '../use-load.ts'

/** Says once that something could not be loaded. A lost network has its own place to be said in. */
export function useFailureToast({ status, code, message }: Loading, text: string) {
  const toast = useToast()
  const failed = status === 'failed' && code !== 'not_found'
  useEffect(() => {
    if (failed) toast(message && code !== 'network' && code !== 'timeout' ? message : text, { type: 'error' })
  }, [failed, code, message, text, toast])
}

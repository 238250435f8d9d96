import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'
import type { Loading } from '../use-load.ts'

/** Answers without words of the store's own. */
const wordless = ['network', 'timeout', 'unreadable']

/** Says once that something could not be loaded. A lost network has its own place to be said in. */
export function useFailureToast({ status, code, message }: Loading, text: string) {
  const toast = useToast()
  const failed = status === 'failed' && code !== 'not_found'
  useEffect(() => {
    if (failed) toast(wordless.includes(code) ? text : message, { type: 'error' })
  }, [failed, code, message, text, toast])
}

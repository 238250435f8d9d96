import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'
import type { Loading } from '../use-load.ts'

/** Failures that carry no message from the server. */
const codesWithoutMessage = ['network', 'timeout', 'unreadable']

/** Shows a toast when loading fails. */
export function useFailureToast({ status, code, message }: Loading, text: string) {
  const toast = useToast()
  const failed = status === 'failed' && code !== 'not_found'
  useEffect(() => {
    if (failed) toast(codesWithoutMessage.includes(code) ? text : message, { type: 'error' })
  }, [failed, code, message, text, toast])
}

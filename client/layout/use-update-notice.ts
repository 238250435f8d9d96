import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'
import { codeFailed } from './lazy-part.tsx'

const dayMs = 86_400_000

/** Says so when code can't be loaded because the store was updated since the page was opened, and offers to reload it. */
export function useUpdateNotice() {
  const toast = useToast()
  useEffect(() => {
    const notify = async () => {
      if (!(await isReplaced())) return
      toast('The store has been updated. Reload the page to continue.', {
        action: { label: 'Reload', onSelect: () => location.reload() },
        duration: dayMs,
      })
    }
    const onFailure = () => void notify()
    addEventListener(codeFailed, onFailure)
    return () => removeEventListener(codeFailed, onFailure)
  }, [toast])
}

/** Whether the store no longer has the scripts of this page. All have other names after an update, as they import each other. */
async function isReplaced() {
  const preload = document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')
  if (!preload) return false
  const response = await fetch(preload.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return response?.status === 404
}

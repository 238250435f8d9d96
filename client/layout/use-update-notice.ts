import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'
import { codeFailed } from './lazy-part.tsx'

const dayMs = 86_400_000
const minReloadMs = 60_000

/**
 * When code can't be loaded because the store was updated since the page was opened: reloads a page that is still
 * opening, and otherwise says so and offers to.
 */
export function useUpdateNotice() {
  const toast = useToast()
  useEffect(() => {
    let isChecking = false
    const notify = async () => {
      if (isChecking) return
      isChecking = true
      const replaced = await isReplaced()
      isChecking = false
      if (!replaced) return
      if (document.querySelector('.page-loading') && !wasJustReloaded()) return location.reload()
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

/** Then it doesn't help, such as where a proxy mixes two versions. */
function wasJustReloaded() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' && performance.now() < minReloadMs
}

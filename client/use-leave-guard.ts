import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useClient } from './client-context.tsx'
import { GuardContext } from './guarded-router.tsx'

/** Where the user is about to go: to another page, or back. */
type Destination = { to: string } | 'back'
/**
 * Asks before the user leaves a page with unsaved changes by a link, by Back, or by closing the tab.
 * `asking` is true until the user decides.
 */
export function useLeaveGuard(unsaved: boolean) {
  const client = useClient()
  const setGuard = useContext(GuardContext)
  const [, navigate] = useLocation()
  const [destination, setDestination] = useState<Destination | null>(null)
  const isAllowed = useRef(false)

  const intercept = useEffectEvent((next: Destination) => {
    // An ended session leads away from the page, whatever is unsaved.
    if (isAllowed.current || client.store.getState().accounts.user === null) return false
    setDestination(next)
    return true
  })

  useEffect(() => {
    if (!unsaved) return
    const here = location.href
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    // The router handles Back first. A second history entry for this page makes the first Back stay here.
    const pushDuplicate = () => history.pushState({ duplicate: true }, '', here)
    const onBack = () => {
      if (location.href === here && !isDuplicate() && intercept('back')) pushDuplicate()
    }
    const removeGuard = setGuard((to) => new URL(to, here).href !== here && intercept({ to }))
    if (!isDuplicate()) pushDuplicate()
    addEventListener('beforeunload', onBeforeUnload)
    addEventListener('popstate', onBack)
    return () => {
      removeGuard()
      removeEventListener('beforeunload', onBeforeUnload)
      removeEventListener('popstate', onBack)
    }
  }, [setGuard, unsaved])

  /** Goes to a destination, or with null lets the next navigation through. */
  function leave(next: Destination | null) {
    isAllowed.current = true
    setDestination(null)
    if (next === 'back') history.go(-2)
    else if (next) navigate(next.to)
  }

  return {
    asking: destination !== null && unsaved,
    stay: () => setDestination(null),
    go: () => leave(destination),
    leave,
  }
}

const isDuplicate = () => (history.state as { duplicate?: boolean } | null)?.duplicate === true

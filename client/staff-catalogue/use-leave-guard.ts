import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useClient } from '../store.tsx'

/** Where somebody wants to go: a page of the store, or back. */
type Wanted = { to: string } | 'back'

/**
 * Holds back whoever leaves the page while something on it is not saved: by a link, by Back, or by closing the tab.
 * `asking` is true while it has to be decided.
 */
export function useLeaveGuard(unsaved: boolean) {
  const client = useClient()
  const [, navigate] = useLocation()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const free = useRef(false)

  const hold = useEffectEvent((where: Wanted) => {
    // A session that ended leads away whatever is unsaved.
    if (free.current || client.store.getState().accounts.user === null) return false
    setWanted(where)
    return true
  })

  useEffect(() => {
    if (!unsaved) return
    const here = location.href
    const push = history.pushState
    const close = (event: BeforeUnloadEvent) => event.preventDefault()
    // The router hears of Back first: this page lies twice in the history, so that the first Back leads nowhere.
    const standTwice = () => push.call(history, { twice: true }, '', here)
    const back = () => {
      if (location.href === here && !isSecond() && hold('back')) standTwice()
    }
    // Links and keys of the store all go through here.
    history.pushState = function pushState(state, title, to) {
      if (to && new URL(to, here).href !== here && hold({ to: String(to) })) return
      push.call(history, state, title, to)
    }
    if (!isSecond()) standTwice()
    addEventListener('beforeunload', close)
    addEventListener('popstate', back)
    return () => {
      history.pushState = push
      removeEventListener('beforeunload', close)
      removeEventListener('popstate', back)
    }
  }, [unsaved])

  /** Goes there, or lets whoever goes next, without asking. */
  function leave(where: Wanted | null) {
    free.current = true
    setWanted(null)
    if (where === 'back') history.go(-2)
    else if (where) navigate(where.to)
  }

  return { asking: wanted !== null && unsaved, stay: () => setWanted(null), go: () => leave(wanted), leave }
}

const isSecond = () => (history.state as { twice?: boolean } | null)?.twice === true

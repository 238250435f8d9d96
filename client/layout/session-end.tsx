import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { dismissEnded } from '../accounts/actions.ts'
import type { AccountsState } from '../accounts/store.ts'
import { useClient } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { authAddress } from './origin.ts'

type Reason = NonNullable<AccountsState['ended']>

const words: Record<Reason, string> = {
  expired: 'Your session has expired. Please log in again.',
  logout: 'You were logged out.',
  password: 'Your password was changed. Please log in again.',
  reuse: 'You were logged out to keep your account safe. Please log in again.',
  role: 'What you may do here has changed. Please log in again.',
  staff: 'Your session was ended by our staff. Please log in again.',
  crowded: 'Kade is open in too many places. Please log in again.',
}

/** A session that ended by itself: home, or from the cart to where one signs in (SPEC.md §2), where one then stays. */
export function SessionEnd({ reason }: { reason: Reason }) {
  const client = useClient()
  const toast = useToast()
  const [path, navigate] = useLocation()

  const leave = useEffectEvent(() => {
    toast(words[reason], { type: 'warning', duration: 6000 })
    if (path === '/cart') navigate(authAddress('/cart'))
    else if (!path.startsWith('/auth')) navigate('/')
    dismissEnded(client)
  })
  useEffect(() => leave(), [reason])

  return null
}

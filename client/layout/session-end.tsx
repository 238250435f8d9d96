import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { dismissEndReason } from '../accounts/lazy-actions.ts'
import type { AccountsState } from '../accounts/store.ts'
import { useClient } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'
import { authAddress } from './return-path.ts'

type Reason = NonNullable<AccountsState['endReason']>

const messages: Record<Reason, string> = {
  expired: 'Your session has expired. Please log in again.',
  logout: 'You were logged out.',
  password: 'Your password was changed. Please log in again.',
  reuse: 'You were logged out to keep your account safe. Please log in again.',
  role: 'Your permissions have changed. Please log in again.',
  staff: 'Your session was ended by our staff. Please log in again.',
  crowded: 'Kade is open in too many places. Please log in again.',
}

/** After a session has ended: shows why, and goes to the home page, or from the cart to the login page (docs/rules.md). */
export default function SessionEnd({ reason }: { reason: Reason }) {
  const client = useClient()
  const toast = useToast()
  const [path, navigate] = useLocation()

  const leave = useEffectEvent(() => {
    toast(messages[reason], { type: 'warning', duration: 6000 })
    if (path === '/cart') navigate(authAddress('/cart'))
    else if (!path.startsWith('/auth')) navigate('/')
    void dismissEndReason(client)
  })
  useEffect(() => leave(), [reason])

  return null
}

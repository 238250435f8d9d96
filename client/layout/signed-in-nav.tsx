import { Suspense } from 'react'
import { AccountMenu } from '../accounts/account-menu.tsx'
import CurrencySelect from '../accounts/currency-select.tsx'
import CartLink from '../cart/cart-link.tsx'
import { useStore } from '../client-context.tsx'
import { Bell } from '../notifications/bell.tsx'
import { usePendingProfile } from '../profile/use-pending-profile.ts'
import { ReplyAnnouncer } from '../support/reply-announcer.tsx'
import { laterPart } from './lazy-part.tsx'

const CommandPalette = laterPart(() => import('../staff/command-palette/command-palette.tsx'), { isForStaff: true })

/** The right-hand side of the navbar for a logged-in user. */
export default function SignedInNav() {
  usePendingProfile()
  const isStaff = useStore(({ accounts }) => accounts.user?.isAdmin === true)
  return (
    <>
      <Bell />
      <ReplyAnnouncer />
      <CartLink />
      <div className="flex items-center gap-2 max-wide:hidden">
        <CurrencySelect />
        <AccountMenu />
      </div>
      {isStaff && (
        <Suspense fallback={null}>
          <CommandPalette />
        </Suspense>
      )}
    </>
  )
}

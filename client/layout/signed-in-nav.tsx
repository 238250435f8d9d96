import { AccountMenu } from '../accounts/account-menu.tsx'
import CurrencySelect from '../accounts/currency-select.tsx'
import CartLink from '../cart/cart-link.tsx'
import { Bell } from '../notifications/bell.tsx'
import { usePendingProfile } from '../profile/use-pending-profile.ts'

/** The right-hand side of the navbar for a logged-in user. */
export default function SignedInNav() {
  usePendingProfile()
  return (
    <>
      <Bell />
      <CartLink />
      <div className="flex items-center gap-2 max-wide:hidden">
        <CurrencySelect />
        <AccountMenu />
      </div>
    </>
  )
}

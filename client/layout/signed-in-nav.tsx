import { AccountMenu } from '../accounts/account-menu.tsx'
import { CurrencySelect } from '../accounts/currency-select.tsx'
import { CartLink } from '../cart/cart-link.tsx'
import { Bell } from '../notifications/bell.tsx'
import { useWaitingProfile } from './use-waiting-profile.ts'

/** The end of the bar for whoever is signed in. */
export default function SignedInNav() {
  useWaitingProfile()
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

import { type ReactNode, Suspense } from 'react'
import { Link, useRoute } from 'wouter'
import { loadDialog, useAskToSignIn } from '../accounts/ask-to-sign-in.tsx'
import { CurrencySelect } from '../accounts/currency-select.tsx'
import { useWho } from '../accounts/who.ts'
import { ButtonLink } from '../ui/button.tsx'
import { lazyPart } from './lazy-part.tsx'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'

const SignedInNav = lazyPart(() => import('./signed-in-nav.tsx'))
const SupportLink = lazyPart(() => import('../support/support-link.tsx'))

/** Before a page is rendered for somebody who seems to be signed in. */
export const loadSignedInNav = () => Promise.all([SignedInNav.load(), SupportLink.load()])

export function Navbar() {
  const { signedIn } = useWho()
  return (
    <div className="page-column flex h-(--nav-height) items-center gap-1">
      <Logo className="mr-5" />
      <nav aria-label="Main" className="flex gap-1 max-wide:hidden">
        <NavLink href="/items">Services</NavLink>
        {signedIn && <NavLink href="/orders">Orders</NavLink>}
        {signedIn && (
          <Suspense fallback={<NavLink href="/support">Support</NavLink>}>
            <SupportLink />
          </Suspense>
        )}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        {signedIn ? (
          <Suspense fallback={null}>
            <SignedInNav />
          </Suspense>
        ) : (
          <div className="flex items-center gap-2 max-wide:hidden">
            <CurrencySelect />
            <SignInLink />
          </div>
        )}
        <MobileMenu />
      </div>
    </div>
  )
}

function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const [isHere] = useRoute(href)
  const [isBelow] = useRoute(`${href}/*`)
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={isHere || isBelow ? 'nav-link nav-link-here' : 'nav-link'}
    >
      {children}
    </Link>
  )
}

/** A link, so that it leads somewhere before the page is alive; then it opens the dialog. */
function SignInLink() {
  const askToSignIn = useAskToSignIn()
  return (
    <ButtonLink
      href="/auth"
      variant="primary"
      onPointerEnter={() => void loadDialog().catch(() => undefined)}
      onClick={(event) => {
        event.preventDefault()
        askToSignIn()
      }}
    >
      Login / Register
    </ButtonLink>
  )
}

import { type ReactNode, Suspense } from 'react'
import { Link, useRoute } from 'wouter'
import { loadAuthDialog, useLoginPrompt } from '../accounts/login-prompt.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { laterElement, lazyPart } from './lazy-part.tsx'
import { Logo } from './logo.tsx'

const mobileMenu = laterElement(() => import('./mobile-menu.tsx'))
const connectionStatus = laterElement(() => import('./connection-status.tsx'))
const currencySelect = laterElement(() => import('../accounts/currency-select.tsx'))
const navbarSearch = laterElement(() => import('../catalogue/navbar-search.tsx'))
const SignedInNav = lazyPart(() => import('./signed-in-nav.tsx'))
/** For visitors, once there is something in it. */
const CartLink = lazyPart(() => import('../cart/cart-link.tsx'))
const SupportLink = lazyPart(() => import('../support/support-link.tsx'))

/** Loads the navbar's code for a logged-in user, before the first render. */
export const loadSignedInNav = () => Promise.all([SignedInNav.load(), SupportLink.load()])

export function Navbar() {
  const { signedIn } = useViewer()
  const hasGuide = useStore((state) => state.config?.pages.includes('how-it-works') ?? false)
  const inCart = useStore((state) => state.cart.count)
  return (
    <div className="page-column flex h-(--nav-height) items-center gap-1">
      <Logo className="wide:mr-5" />
      <nav aria-label="Main" className="flex gap-1 max-wide:hidden">
        <NavLink href="/items">Services</NavLink>
        {!signedIn && hasGuide && <NavLink href="/how-it-works">How it works</NavLink>}
        {!signedIn && <NavLink href="/faq">FAQ</NavLink>}
        {signedIn && <NavLink href="/orders">Orders</NavLink>}
        {signedIn && (
          <Suspense fallback={<NavLink href="/support">Support</NavLink>}>
            <SupportLink />
          </Suspense>
        )}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        {connectionStatus}
        {navbarSearch}
        {signedIn ? (
          <Suspense fallback={null}>
            <SignedInNav />
          </Suspense>
        ) : (
          <>
            {inCart > 0 && (
              <Suspense fallback={null}>
                <CartLink />
              </Suspense>
            )}
            <div className="flex items-center gap-2 max-wide:hidden">
              {currencySelect}
              <LoginLink />
            </div>
          </>
        )}
        {mobileMenu}
      </div>
    </div>
  )
}

function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const [isCurrent] = useRoute(href)
  const [isSection] = useRoute(`${href}/*`)
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent || isSection ? 'nav-link nav-link-here' : 'nav-link'}
    >
      {children}
    </Link>
  )
}

/** A link that works before hydration; after that it opens the dialog. */
function LoginLink() {
  const askToLogIn = useLoginPrompt()
  return (
    <ButtonLink
      href="/auth"
      variant="primary"
      onPointerEnter={() => void loadAuthDialog().catch(() => undefined)}
      onClick={(event) => {
        event.preventDefault()
        askToLogIn()
      }}
    >
      Login / Register
    </ButtonLink>
  )
}

import { Menu as MenuIcon, X } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link } from 'wouter'
import { useViewer } from '../accounts/use-viewer.ts'
import { useStore } from '../client-context.tsx'
import { whenIdle } from '../lib/when-idle.ts'
import { ButtonLink } from '../ui/button.tsx'
import { usePopover } from '../ui/popover.tsx'
import { lazyPart } from './lazy-part.tsx'
import { PageError } from './page-error.tsx'
import { useCloseOnNavigation } from './use-close-on-navigation.ts'

const MobileEntries = lazyPart(() => import('./mobile-entries.tsx'))

const loadEntries = () => void MobileEntries.load().catch(() => {})

/** The menu at 900 px and less, with what the navbar has no room for. */
export default function MobileMenu() {
  const { open, close, buttonProps, panelProps } = usePopover('end')
  useCloseOnNavigation(close)
  const { signedIn } = useViewer()
  // Users have its code already, with the rest of the navbar's.
  useEffect(() => (signedIn ? whenIdle(loadEntries) : undefined), [signedIn])

  const ButtonIcon = open ? X : MenuIcon
  return (
    <div className="wide:hidden">
      <button
        {...buttonProps}
        aria-label="Menu"
        className="button button-plain button-icon"
        onPointerDown={loadEntries}
        onFocus={loadEntries}
      >
        <ButtonIcon size={22} strokeWidth={1.75} />
      </button>
      <div {...panelProps} className="menu-sheet mobile-menu">
        {open ? (
          <PageError>
            <Suspense fallback={<Links />}>
              <MobileEntries close={close} />
            </Suspense>
          </PageError>
        ) : (
          <Links />
        )}
      </div>
    </div>
  )
}

const userLinks = {
  '/orders': 'Orders',
  '/support': 'Support',
  '/cart': 'Cart',
  '/dashboard': 'Dashboard',
  '/profile': 'Profile',
}

/** The links of the menu where they stay, for browsers without the page's code. */
function Links() {
  const { signedIn } = useViewer()
  const hasGuide = useStore((state) => state.config?.pages.includes('how-it-works') ?? false)
  const links = {
    '/items': 'Services',
    ...(signedIn ? userLinks : { ...(hasGuide && { '/how-it-works': 'How it works' }), '/faq': 'FAQ' }),
  }
  return (
    <>
      <nav aria-label="Menu" className="grid">
        {Object.entries(links).map(([href, label]) => (
          <Link key={href} href={href} className="mobile-menu-entry">
            <span className="size-5" />
            {label}
          </Link>
        ))}
      </nav>
      {!signedIn && (
        <div className="mobile-menu-foot">
          <ButtonLink href="/auth" variant="primary" size="large" wide>
            Login / Register
          </ButtonLink>
        </div>
      )}
    </>
  )
}

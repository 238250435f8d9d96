import { Menu as MenuIcon, X } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { usePopover } from '../ui/popover.tsx'
import { lazyPart } from './lazy-part.tsx'
import { PageError } from './page-error.tsx'

const MobileEntries = lazyPart(() => import('./mobile-entries.tsx'))

/** The menu at 900 px and less, with what the navbar has no room for. */
export function MobileMenu() {
  const { open, close, buttonProps, panelProps } = usePopover('end')
  const [path] = useLocation()
  const closeOnNavigation = useEffectEvent(close)
  useEffect(() => closeOnNavigation(), [path])

  const ButtonIcon = open ? X : MenuIcon
  return (
    <div className="wide:hidden">
      <button
        {...buttonProps}
        aria-label="Menu"
        className="button button-plain button-icon"
        onPointerDown={() => void MobileEntries.load().catch(() => undefined)}
      >
        <ButtonIcon size={22} strokeWidth={1.75} />
      </button>
      <div {...panelProps} className="mobile-menu">
        {open && (
          <PageError>
            <Suspense fallback={<p className="animate-appear py-8 text-center text-muted">Loading…</p>}>
              <MobileEntries close={close} />
            </Suspense>
          </PageError>
        )}
      </div>
    </div>
  )
}

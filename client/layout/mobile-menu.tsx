import { Menu as MenuIcon, X } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { usePopover } from '../ui/popover.tsx'
import { lazyPart } from './lazy-part.tsx'
import { PageFault } from './page-fault.tsx'

const MobileEntries = lazyPart(() => import('./mobile-entries.tsx'))

/** At 900 px and less: what the bar has no room for. */
export function MobileMenu() {
  const { open, close, buttonProps, panelProps } = usePopover('end')
  const [path] = useLocation()
  const closeAfterwards = useEffectEvent(close)
  useEffect(() => closeAfterwards(), [path])

  const Face = open ? X : MenuIcon
  return (
    <div className="wide:hidden">
      <button
        {...buttonProps}
        aria-label="Menu"
        className="button button-plain button-icon"
        onPointerDown={() => void MobileEntries.load().catch(() => undefined)}
      >
        <Face size={22} strokeWidth={1.75} />
      </button>
      <div {...panelProps} className="mobile-menu">
        {open && (
          <PageFault>
            <Suspense fallback={<p className="animate-appear py-8 text-center text-muted">Loading…</p>}>
              <MobileEntries close={close} />
            </Suspense>
          </PageFault>
        )}
      </div>
    </div>
  )
}

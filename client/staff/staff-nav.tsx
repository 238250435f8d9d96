import { ChevronDown, Ellipsis } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { useCloseOnNavigation } from '../layout/use-close-on-navigation.ts'
import { usePopover } from '../ui/popover.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useLoad } from '../use-load.ts'
import { loadCounts } from '../orders/staff/actions.ts'
import { loadPaymentCount } from '../payments/staff/actions.ts'
import { loadInboxCounts } from '../support/staff/actions.ts'
import { useSection } from './origin.tsx'
import { type Section, sections } from './sections.ts'
import './staff-nav.css'

const daily = sections[0]!
/** The sections of daily work that come first do. */
const hasTabOnPhones = (section: Section) => daily.indexOf(section) >= 0 && daily.indexOf(section) < 4

/**
 * The navigation of the staff area: a list of all sections. At 900 px and less the list is a menu behind "More", which
 * the browser opens, so it works before hydration. The sections of daily work have tabs, always in the same places; any
 * other that is open marks "More", and gives it its icon and name where there is room for a chevron. The menu lists
 * those without a tab.
 */
export function StaffNav({ children }: { children: ReactNode }) {
  const current = useSection()
  const counts = useCounts()
  const { close, buttonProps, panelProps } = usePopover('end')
  useCloseOnNavigation(close)
  const isPhone = useMedia('(width < 40rem)')
  const tabs = isPhone ? daily.filter(hasTabOnPhones) : daily
  const other = current && !tabs.includes(current) ? current : undefined
  const MoreIcon = other?.icon ?? Ellipsis
  const entryOf = (section: Section) => (
    <Entry section={section} isCurrent={section === current} count={counts[section.href]} onClick={close} />
  )

  return (
    <>
      <div {...panelProps} className="menu-sheet staff-menu">
        <nav aria-label="Staff" className="staff-nav">
          {sections.map((group) => (
            <ul key={group[0]!.href} className={group === daily ? 'staff-nav-daily' : undefined}>
              {group.map((section) => (
                <li key={section.href} className={hasTabOnPhones(section) ? 'max-sm:hidden' : undefined}>
                  {entryOf(section)}
                </li>
              ))}
            </ul>
          ))}
        </nav>
        {children}
      </div>
      <nav aria-label="Main sections" className="staff-tabs">
        <ul>
          {daily.map((section) => (
            <li key={section.href} className={hasTabOnPhones(section) ? undefined : 'max-sm:hidden'}>
              {entryOf(section)}
            </li>
          ))}
        </ul>
        <button {...buttonProps} aria-current={other && 'page'} className="staff-nav-entry">
          <span className="flex items-center gap-0.5">
            <Ellipsis size={16} strokeWidth={1.9} className="sm:hidden" />
            <MoreIcon size={16} strokeWidth={1.9} className="max-sm:hidden" />
            <ChevronDown size={12} className="max-sm:hidden" />
          </span>
          <span className="staff-nav-label sm:hidden">More</span>
          <span className="staff-nav-label max-sm:hidden" title={other?.label}>
            {other?.label ?? 'More'}
          </span>
          {other && <span className="sr-only">{isPhone ? ` (${other.label})` : ', more sections'}</span>}
          {sections
            .flat()
            .map((section) => !daily.includes(section) && <Count key={section.href} {...counts[section.href]} />)}
        </button>
      </nav>
    </>
  )
}

type EntryProps = { section: Section; isCurrent: boolean; count: CountProps | undefined; onClick: () => void }

function Entry({ section: { href, label, icon: Icon }, isCurrent, count, onClick }: EntryProps) {
  const open = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    onClick()
    // As tabs do on phones. Another page opens at its top anyway.
    const opensHere = location.pathname === href && !ctrlKey && !metaKey && !shiftKey
    if (opensHere) document.querySelector('.staff-main')?.scrollTo({ top: 0 })
  }
  return (
    <Link href={href} aria-current={isCurrent ? 'page' : undefined} className="staff-nav-entry" onClick={open}>
      <Icon size={16} strokeWidth={1.9} />
      <span className="staff-nav-label">{label}</span>
      <Count {...count} />
    </Link>
  )
}

/** What waits in the sections, by their address. Alarms are known once the server has sent them, which it does every few seconds. */
function useCounts(): Record<string, CountProps> {
  const client = useClient()
  const countsVersion = useStore((state) => state.staffOrders.countsVersion)
  const paymentsVersion = useStore((state) => state.staffPayments.version)
  useLoad(`staff/counts/${countsVersion}`, (signal) => loadCounts(client, signal))
  useLoad(`staff/payments/count/${paymentsVersion}`, (signal) => loadPaymentCount(client, signal))
  useLoad('staff/inbox', (signal) => loadInboxCounts(client, signal))
  return {
    '/admin/payments': { value: useStore((state) => state.staffOrders.counts?.paid), label: 'waiting' },
    '/admin/deliveries': { value: useStore((state) => state.staffOrders.toDeliver), label: 'to deliver' },
    '/admin/support': { value: useStore((state) => state.staffSupport.counts?.open), label: 'open' },
    '/admin/money': { value: useStore((state) => state.staffPayments.unassigned), label: 'without an order' },
    '/admin/system': { value: useStore((state) => state.staff.system?.alarms.length), label: 'alarms' },
  }
}

type CountProps = { value?: number | null | undefined; label?: string }

/** A live count; nothing at zero. */
function Count({ value, label }: CountProps) {
  if (!value) return null
  return (
    <span className="staff-nav-count">
      {value > 999 ? '999+' : value}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

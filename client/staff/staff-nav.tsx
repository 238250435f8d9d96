import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useClient, useStore } from '../store.tsx'
import { useLoad } from '../use-load.ts'
import { loadCounts } from './actions.ts'
import { loadInboxCounts } from './desk-actions.ts'
import { isWithin, type Section, sections } from './sections.ts'
import './staff-nav.css'

/** The way about the staff area: a rail at the side, at 900 px and less a bar that scrolls. */
export function StaffNav() {
  const [path] = useLocation()
  const here = useRef<HTMLElement>(null)
  useEffect(() => bringIntoView(here.current), [path])

  return (
    <nav ref={here} aria-label="Staff" className="staff-nav">
      {sections.map((group) => (
        <ul key={group[0]!.href}>
          {group.map((section) => (
            <li key={section.href}>
              <Entry section={section} isHere={isWithin(path, section)} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function Entry({ section: { href, label, icon: Icon }, isHere }: { section: Section; isHere: boolean }) {
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined} className="staff-nav-entry">
      <Icon size={16} strokeWidth={1.9} />
      <span className="flex-1">{label}</span>
      {href === '/admin/payments' && <WaitingPayments />}
      {href === '/admin/support' && <OpenConversations />}
    </Link>
  )
}

function WaitingPayments() {
  const client = useClient()
  const recount = useStore((state) => state.staff.recount)
  useLoad(`staff/counts/${recount}`, (signal) => loadCounts(client, signal))
  return <Count of={useStore((state) => state.staff.counts?.paid)} words="waiting" />
}

function OpenConversations() {
  const client = useClient()
  useLoad('staff/inbox', (signal) => loadInboxCounts(client, signal))
  return <Count of={useStore((state) => state.support.counts?.open)} words="open" />
}

/** How many there are as it is now; nothing at zero. */
function Count({ of, words }: { of: number | undefined; words: string }) {
  if (!of) return null
  return (
    <span className="staff-nav-count">
      {of > 999 ? '999+' : of}
      <span className="sr-only"> {words}</span>
    </span>
  )
}

/** Scrolls the bar alone, never the page. */
function bringIntoView(nav: HTMLElement | null) {
  const entry = nav?.querySelector<HTMLElement>('[aria-current]')
  if (!nav || !entry) return
  nav.scrollLeft = entry.offsetLeft - (nav.clientWidth - entry.offsetWidth) / 2
}

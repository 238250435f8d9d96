import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { useLoad } from '../use-load.ts'
import { loadCounts } from '../orders/staff/actions.ts'
import { loadPaymentCount } from '../payments/staff/actions.ts'
import { loadInboxCounts } from '../support/staff/actions.ts'
import { useRememberedList, useSection } from './origin.ts'
import { type Section, sections } from './sections.ts'
import './staff-nav.css'

/** The sections of the staff area: a list, at 900 px and less a strip that scrolls sideways. */
export function StaffNav() {
  const current = useSection()
  const nav = useRef<HTMLElement>(null)
  useRememberedList()
  useEffect(() => keepInView(nav.current), [current])

  return (
    <nav ref={nav} aria-label="Staff" className="staff-nav">
      {sections.map((group) => (
        <ul key={group[0]!.href}>
          {group.map((section) => (
            <li key={section.href}>
              <Entry section={section} isCurrent={section === current} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function Entry({ section: { href, label, icon: Icon }, isCurrent }: { section: Section; isCurrent: boolean }) {
  return (
    <Link href={href} aria-current={isCurrent ? 'page' : undefined} className="staff-nav-entry">
      <Icon size={16} strokeWidth={1.9} />
      <span className="staff-nav-label">{label}</span>
      {href === '/admin/payments' && <WaitingPayments />}
      {href === '/admin/money' && <UnassignedPayments />}
      {href === '/admin/deliveries' && <OrdersToDeliver />}
      {href === '/admin/support' && <OpenConversations />}
      {href === '/admin/system' && <Alarms />}
    </Link>
  )
}

function WaitingPayments() {
  const client = useClient()
  const countsVersion = useStore((state) => state.staffOrders.countsVersion)
  useLoad(`staff/counts/${countsVersion}`, (signal) => loadCounts(client, signal))
  return <Count value={useStore((state) => state.staffOrders.counts?.paid)} label="waiting" />
}

/** Loaded with the number of payments. */
const OrdersToDeliver = () => <Count value={useStore((state) => state.staffOrders.toDeliver)} label="to deliver" />

function UnassignedPayments() {
  const client = useClient()
  const version = useStore((state) => state.staffPayments.version)
  useLoad(`staff/payments/count/${version}`, (signal) => loadPaymentCount(client, signal))
  return <Count value={useStore((state) => state.staffPayments.unassigned)} label="without an order" />
}

function OpenConversations() {
  const client = useClient()
  useLoad('staff/inbox', (signal) => loadInboxCounts(client, signal))
  return <Count value={useStore((state) => state.staffSupport.counts?.open)} label="open" />
}

/** Known once the server has sent it, which it does every few seconds. */
const Alarms = () => <Count value={useStore((state) => state.staff.system?.alarms.length)} label="alarms" />

/** A live count; nothing at zero. */
function Count({ value, label }: { value: number | null | undefined; label: string }) {
  if (!value) return null
  return (
    <span className="staff-nav-count">
      {value > 999 ? '999+' : value}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

/** Keeps the open section in view, also when the counts arrive, which make entries wider. */
function keepInView(nav: HTMLElement | null) {
  if (!nav) return
  scrollToCurrent(nav)
  const observer = new ResizeObserver(() => scrollToCurrent(nav))
  for (const list of nav.children) observer.observe(list)
  return () => observer.disconnect()
}

/** Scrolls the strip without scrolling the page, and only if the start of it, where the counts are, doesn't have the entry. */
function scrollToCurrent(nav: HTMLElement) {
  const entry = nav.querySelector<HTMLElement>('[aria-current]')
  if (!entry) return
  const end = entry.offsetLeft + entry.offsetWidth + Number.parseFloat(getComputedStyle(nav).paddingRight)
  nav.scrollLeft = end <= nav.clientWidth ? 0 : entry.offsetLeft - (nav.clientWidth - entry.offsetWidth) / 2
}

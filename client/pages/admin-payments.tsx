import { CheckCheck } from 'lucide-react'
import { QueuePage } from '../orders/staff/queue-page.tsx'
import { paymentQueue } from '../orders/staff/queues.ts'
import { RecentlyVerified } from '../orders/staff/recently-verified.tsx'
import type { KeyHelp } from '../staff/keyboard-help.tsx'
import { useStore } from '../client-context.tsx'
import { EmptyState } from '../ui/empty.tsx'

export default function AdminPaymentsPage() {
  const waiting = useStore((state) => state.staffOrders.counts?.paid)
  return <QueuePage queue={paymentQueue} waiting={waiting} keys={keys} empty={<NothingToVerify />} />
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next or previous payment'],
  [['Enter'], 'Open'],
  [['v'], 'Verify'],
  [['r'], 'Reject'],
  [['c'], 'Claim or release'],
  [['/'], 'Search'],
  [['?'], 'Show this help'],
]

function NothingToVerify() {
  return (
    <>
      <EmptyState icon={CheckCheck} title="Nothing to verify" text="You're all caught up. New payments appear here." />
      <RecentlyVerified />
    </>
  )
}

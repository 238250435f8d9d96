import { PackageCheck } from 'lucide-react'
import { QueuePage } from '../orders/staff/queue-page.tsx'
import { deliveryQueue } from '../orders/staff/queues.ts'
import type { KeyHelp } from '../staff/keyboard-help.tsx'
import { useStore } from '../client-context.tsx'
import { EmptyState } from '../ui/empty.tsx'

export default function AdminDeliveriesPage() {
  const waiting = useStore((state) => state.staffOrders.toDeliver)
  return <QueuePage queue={deliveryQueue} waiting={waiting} keys={keys} empty={<NothingToDeliver />} />
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next or previous order'],
  [['Enter', '→'], 'Open beside the list'],
  [['Esc', '←'], 'Close the order'],
  [['o'], 'Open the order’s page'],
  [['d'], 'Complete and deliver'],
  [['c'], 'Claim or release'],
  [['/'], 'Search'],
]

function NothingToDeliver() {
  return (
    <EmptyState
      icon={PackageCheck}
      title="Nothing to deliver"
      text="You’re all caught up. Orders appear here once their payment is verified."
    />
  )
}

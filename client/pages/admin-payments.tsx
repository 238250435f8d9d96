import { CheckCheck } from 'lucide-react'
import { Link } from 'wouter'
import { QueuePage } from '../orders/staff/queue-page.tsx'
import { paymentQueue } from '../orders/staff/queues.ts'
import { RecentlyVerified } from '../orders/staff/recently-verified.tsx'
import type { KeyHelp } from '../staff/keyboard-help.tsx'
import { useStore } from '../client-context.tsx'
import { UploadArea, UploadButton } from '../statements/staff/upload-area.tsx'
import { useStatementUpload } from '../statements/staff/use-statement-upload.ts'
import { EmptyState } from '../ui/empty.tsx'

export default function AdminPaymentsPage() {
  const waiting = useStore((state) => state.staffOrders.counts?.paid)
  const statement = useStatementUpload()
  return (
    <UploadArea statement={statement}>
      <QueuePage
        queue={paymentQueue}
        waiting={waiting}
        keys={keys}
        empty={<NothingToVerify />}
        side={
          <>
            <Link href="/admin/statements" className="link inline-flex items-center text-sm max-wide:min-h-11">
              Statements
            </Link>
            {/* On a phone, on the page of the statements alone. */}
            <div className="max-sm:hidden">
              <UploadButton statement={statement} />
            </div>
          </>
        }
      />
    </UploadArea>
  )
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next or previous payment'],
  [['Enter', '→'], 'Open beside the list'],
  [['Esc', '←'], 'Close the order'],
  [['o'], 'Open the order’s page'],
  [['v'], 'Verify'],
  [['r'], 'Reject'],
  [['c'], 'Claim or release'],
  [['p'], 'Ask for a picture of the transfer'],
  [['f'], 'Show only payments that were received in full'],
  [['b'], 'Verify all that were received in full'],
  [['/'], 'Search'],
]

function NothingToVerify() {
  return (
    <>
      <EmptyState icon={CheckCheck} title="Nothing to verify" text="You’re all caught up. New payments appear here." />
      <RecentlyVerified />
    </>
  )
}

import { Link } from 'wouter'
import { orderNumber } from '../../shared/orders/rules.ts'
import { ProofPicture } from '../payments/proof-picture.tsx'
import type { Attachment } from './local-drafts.ts'

/** A picture of a transfer, with a link to its order. */
export default function ProofCard({ attachment, forStaff }: { attachment: Attachment; forStaff: boolean }) {
  const { id, name: order } = attachment
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ProofPicture order={order} proof={id} name="the picture" />
      <Link href={forStaff ? `/admin/orders/${order}` : `/orders/details/${order}`} className="link tabular text-sm">
        Order #{orderNumber(order)}
      </Link>
    </span>
  )
}

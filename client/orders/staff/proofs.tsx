import { ImagePlus, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { SameProof, StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { canMove, orderNumber } from '../../../shared/orders/rules.ts'
import { needsProof, maxProofs, proofRequestPauseMs } from '../../../shared/payments/proof-schema.ts'
import { formatMoment } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStore } from '../../client-context.tsx'
import { ProofPicture } from '../../payments/proof-picture.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useRequestProof } from './use-request-proof.ts'

/** The customer's pictures of the transfer; nothing without any. */
export function Proofs({ order }: { order: StaffOrder }) {
  if (order.proofs.length === 0) return null
  return (
    <ul aria-label="Pictures of the transfer" className="mt-2 flex flex-wrap gap-2">
      {order.proofs.map(({ _id }, i) => (
        <li key={_id} className="grid max-w-40 justify-items-start gap-1">
          <ProofPicture order={order._id} proof={_id} name={`picture ${i + 1}`} />
          <SeenElsewhere same={order.sameProofs.find(({ proof }) => proof === _id)} />
        </li>
      ))}
    </ul>
  )
}

/** A picture that came with another order proves at most one of them. */
function SeenElsewhere({ same }: { same: SameProof | undefined }) {
  if (!same) return null
  return (
    <p className="grid justify-items-start gap-0.5 text-xs">
      <Badge tone="bad" icon={TriangleAlert}>
        Same picture
      </Badge>
      <span>
        Also on{' '}
        {same.orders.map(({ _id, paymentStatus }, i) => (
          <span key={_id}>
            {i > 0 && ', '}
            <Link href={`/admin/orders/${_id}`} className="link tabular">
              #{orderNumber(_id)}
            </Link>{' '}
            ({paymentStatus})
          </span>
        ))}
      </span>
    </p>
  )
}

/** Asks the customer for a picture, or says that they were asked. */
export function AskForProof({ order }: { order: StaffOrder }) {
  const now = useNow(30_000)
  const me = useStore((state) => state.accounts.user?._id)
  const { busy, ask } = useRequestProof()
  if (!canMove(order, 'requestProof') || order.customer._id === me) return null
  const requestedAt = order.proofRequestedAt
  const canAsk = order.proofs.length < maxProofs && (requestedAt === null || now - requestedAt >= proofRequestPauseMs)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      {needsProof(order) && (
        <p className="text-sm text-muted">
          Picture requested: {formatMoment(requestedAt!, now)}. The customer hasn’t sent one yet.
        </p>
      )}
      {canAsk && (
        <Button size="small" variant="plain" icon={ImagePlus} className="-ml-2" busy={busy} onClick={() => ask(order)}>
          Ask for a picture{' '}
          <span className="max-wide:hidden">
            <Kbd>p</Kbd>
          </span>
        </Button>
      )}
    </div>
  )
}

import { useId, useRef } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { maxProofs } from '../../shared/payments/proof-schema.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient } from '../client-context.tsx'
import { useAfterRender } from '../ui/use-after-render.ts'
import { ProofPicture } from './proof-picture.tsx'
import { ProofUpload } from './proof-upload.tsx'
import { deleteProof } from './proof-actions.ts'

/** About the first picture of an order. */
export const proofHint = 'Optional: a screenshot or photo of the confirmation. Only you and our staff can see it.'

type ProofFieldProps = {
  order: Order
  /** Staff asked for one. */
  isRequested?: boolean
  /** Of a closed order: each is also sent to support. */
  isSent?: boolean
}

/** The pictures of one's own transfer, and the button that adds one. */
export function ProofField({ order, isRequested = false, isSent = false }: ProofFieldProps) {
  const client = useClient()
  const hintId = useId()
  const upload = useRef<HTMLInputElement>(null)
  const afterRender = useAfterRender()
  const isFull = order.proofs.length >= maxProofs
  const { run: remove } = useAct(
    async (id: string) => {
      await deleteProof(client, order._id, id)
      return 'Picture deleted'
    },
    {
      failed: 'The picture could not be deleted',
      // The dialog has returned it to the picture, which is gone.
      onDone: () => afterRender(() => upload.current?.focus()),
    },
  )
  return (
    <div className="grid gap-2">
      {order.proofs.length > 0 && (
        <ul aria-label="Pictures of your transfer" className="flex flex-wrap gap-2">
          {order.proofs.map(({ _id }, i) => (
            <li key={_id}>
              <ProofPicture order={order._id} proof={_id} name={`picture ${i + 1}`} onDelete={() => remove(_id)} />
            </li>
          ))}
        </ul>
      )}
      <ProofUpload
        ref={upload}
        order={order._id}
        label={labelOf(order.proofs.length > 0, isSent)}
        variant={isRequested ? 'primary' : 'quiet'}
        wide={isSent}
        disabled={isFull}
        describedBy={hintId}
      />
      <p id={hintId} className="field-hint">
        {hintOf(order.proofs.length, isSent)}
      </p>
    </div>
  )
}

function labelOf(hasPictures: boolean, isSent: boolean) {
  if (isSent) return hasPictures ? 'Send another picture' : 'Send a picture of the transfer'
  return hasPictures ? 'Add another picture' : 'Add a picture of the transfer'
}

function hintOf(pictures: number, isSent: boolean) {
  if (pictures >= maxProofs) return `That is all ${maxProofs} pictures. Open one to delete it.`
  return isSent
    ? 'A screenshot or photo of the confirmation. It goes straight to support; only you and our staff can see it.'
    : proofHint
}

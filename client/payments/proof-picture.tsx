import { ImageOff, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { orderNumber } from '../../shared/orders/rules.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useProofPicture } from './use-proof-picture.ts'
import './proofs.css'

type ProofPictureProps = {
  order: string
  proof: string
  /** Which of the order's pictures it is, such as 'picture 2'. */
  name: string
  /** For the owner, while the order waits. */
  onDelete?: (() => void) | undefined
}

/** A picture of a transfer, small; a click or Enter opens it large. */
export function ProofPicture({ order, proof, name, onDelete }: ProofPictureProps) {
  const { state, retry } = useProofPicture(order, proof)
  const [opened, setOpened] = useState<'picture' | 'deletion' | null>(null)
  const close = () => setOpened(null)
  const number = orderNumber(order)
  if (state === 'gone') {
    return (
      <span className="flex items-center gap-1.5 text-sm text-muted">
        <ImageOff size={16} />
        This picture was deleted
      </span>
    )
  }
  if (state === 'failed') {
    return (
      <Button size="small" icon={RotateCw} onClick={retry} aria-label={`Load ${name} again`}>
        Not loaded
      </Button>
    )
  }
  return (
    <>
      <button
        type="button"
        className="proof-thumb"
        aria-label={`Open ${name} of the transfer for order #${number}`}
        disabled={state === 'loading'}
        onClick={() => setOpened('picture')}
      >
        {state === 'loading' ? <span className="skeleton size-full" /> : <img src={state.source} alt="" />}
      </button>
      {state !== 'loading' && (
        <Dialog
          open={opened === 'picture'}
          onClose={close}
          title={`Transfer for order #${number}`}
          wide
          foot={
            onDelete && (
              <Button icon={Trash2} onClick={() => setOpened('deletion')}>
                Delete this picture
              </Button>
            )
          }
        >
          {/* The button below must not be pressed by a second Enter. */}
          <img
            tabIndex={-1}
            data-autofocus
            src={state.source}
            alt={`The transfer for order #${number}, ${name}`}
            className="mx-auto block h-auto max-h-[75dvh] w-auto max-w-full rounded-md"
          />
        </Dialog>
      )}
      {onDelete && (
        <ConfirmDialog
          open={opened === 'deletion'}
          danger
          title="Delete this picture?"
          text="Our staff can no longer see it."
          confirmLabel="Delete"
          onConfirm={() => {
            close()
            onDelete()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

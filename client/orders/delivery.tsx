import { Eye, KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../shared/order-calls.ts'
import { useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { openDelivery } from './actions.ts'
import { tellFailure } from './tell-failure.ts'
import { momentOf } from './when.ts'

/** What was delivered, kept closed until it is asked for; once the page is left it is closed again. */
export function Delivery({ order }: { order: Order }) {
  const { note, busy, reveal, hide } = useNote(order._id)
  return (
    <section aria-labelledby="delivery" className="surface p-5 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="delivery" className="flex items-center gap-2.5 text-lg">
          <KeyRound size={18} className="flex-none text-accent" />
          Your delivery
        </h2>
        {note === null ? (
          <Button size="small" variant="primary" icon={Eye} busy={busy} onClick={reveal}>
            Reveal
          </Button>
        ) : (
          <Button size="small" onClick={hide}>
            Hide
          </Button>
        )}
      </div>
      {note === null ? (
        <p className="mt-1.5 text-sm text-muted">Nobody else can open it. Reveal it where nobody looks over you.</p>
      ) : (
        <Note text={note} />
      )}
      <p className="tabular mt-3 text-xs text-muted">
        {order.deliveryOpenedAt ? `First opened ${momentOf(order.deliveryOpenedAt)}` : 'Not opened yet'}
      </p>
    </section>
  )
}

/** Takes the focus when it appears, so that it is read out and can be copied by keyboard. */
function Note({ text }: { text: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div className="mt-4 grid gap-3 rounded-md border bg-sunken/60 p-4">
      <p
        ref={place}
        tabIndex={-1}
        aria-label="Delivery note"
        role="note"
        className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap outline-none"
      >
        {text}
      </p>
      <CopyButton text={text} what="delivery note" className="justify-self-start" />
    </div>
  )
}

/** Held here alone while it is shown: the store of the page never has it. */
function useNote(orderId: string) {
  const client = useClient()
  const toast = useToast()
  const [note, setNote] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function reveal() {
    setBusy(true)
    try {
      setNote(await openDelivery(client, orderId))
    } catch (error) {
      toast(tellFailure(error, 'Request failed', 'Network error'), { type: 'error' })
    }
    setBusy(false)
  }

  return { note, busy, reveal: () => void reveal(), hide: () => setNote(null) }
}

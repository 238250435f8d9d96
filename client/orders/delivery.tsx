import { Eye, KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { useClient } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { openDelivery } from './actions.ts'
import { useAct } from '../lib/use-act.ts'
import { formatMoment } from '../lib/format-date.ts'

/** The delivery note, hidden until it is revealed, and hidden again when the page is left. */
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
        <p className="mt-1.5 text-sm text-muted">Only you can open it. Reveal it when nobody can see your screen.</p>
      ) : (
        <Note text={note} />
      )}
      <p className="tabular mt-3 text-xs text-muted">
        {order.deliveryOpenedAt ? `First opened ${formatMoment(order.deliveryOpenedAt)}` : 'Not opened yet'}
      </p>
    </section>
  )
}

/** Takes the focus, so that it is read out and can be copied with the keyboard. */
function Note({ text }: { text: string }) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  return (
    <div className="mt-4 grid gap-3 rounded-md border bg-sunken/60 p-4">
      <p
        ref={element}
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

/** The note is held only while it is shown, and never in the store. */
function useNote(orderId: string) {
  const client = useClient()
  const [note, setNote] = useState<string | null>(null)
  const { busy, run } = useAct(async () => setNote(await openDelivery(client, orderId)), {
    failed: 'Request failed',
    unreached: 'Network error',
  })

  return { note, busy, reveal: () => run(), hide: () => setNote(null) }
}

import { MessageSquareQuote } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { isSubmitKey } from '../../staff/reason-field.tsx'
import { SavedRepliesDialog } from '../../support/staff/saved-replies-dialog.tsx'
import { SavedRepliesMenu } from '../../support/staff/saved-replies-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useAfterRender } from '../../ui/use-after-render.ts'
import { TextArea } from '../../ui/text-area.tsx'

export interface DeliveryFieldProps {
  order: StaffOrder
  optional: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onSubmit: () => void
}

/** The delivery note, written by hand or from a saved reply, filled in for this customer. */
export function DeliveryField({ order, optional, value, error, onChange, onSubmit }: DeliveryFieldProps) {
  const [opened, setOpened] = useState<'replies' | 'manage' | null>(null)
  const field = useRef<HTMLDivElement>(null)
  const afterRender = useAfterRender()

  function insert(filled: string) {
    setOpened(null)
    onChange(value ? `${value.trimEnd()}\n${filled}` : filled)
    afterRender(() => field.current?.querySelector('textarea')?.focus())
  }

  return (
    <div ref={field} className="grid justify-items-start gap-2">
      <Field className="w-full" label="Delivery note" hint={hintOf(order)} optional={optional} error={error ?? null}>
        <TextArea
          data-autofocus
          rows={4}
          maxLength={5000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => isSubmitKey(event) && onSubmit()}
        />
      </Field>
      <Button size="small" icon={MessageSquareQuote} onClick={() => setOpened('replies')}>
        Use a saved reply
      </Button>
      {opened === 'replies' && (
        <SavedRepliesMenu
          about={{ name: order.customer.firstName, orderId: order._id }}
          onPick={insert}
          onManage={() => setOpened('manage')}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'manage' && <SavedRepliesDialog onClose={() => setOpened('replies')} />}
    </div>
  )
}

const hintOf = ({ hasDelivery }: StaffOrder) =>
  hasDelivery
    ? 'It replaces the previous note, which only the customer can open. Repeat whatever still applies.'
    : 'Codes, links or next steps. Only the customer can open it.'

import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { orderNumber } from '../../../shared/orders/rules.ts'
import type { PaymentOrder } from '../../../shared/payments/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { loadStaffOrders } from '../../orders/staff/actions.ts'
import { staffOrdersKey } from '../../orders/staff/store.ts'
import { SearchField } from '../../staff/search-field.tsx'
import { useLoad } from '../../use-load.ts'
import { customerName, describeOrder, toPaymentOrder } from './payment-order.ts'

export interface OrderFieldProps {
  /** What is searched for, and the chosen order. */
  text: string
  value: string
  /** Orders that are offered before anything is searched for. */
  proposed: readonly PaymentOrder[]
  /** The search gets the focus when its dialog opens. */
  takesFocus?: boolean
  onText: (text: string) => void
  onChange: (id: string) => void
  error?: string | undefined
  /** Shows "Optional" next to the label. */
  optional?: boolean
}

const maxFound = 6

/** Chooses an order: one of those proposed, or one that a search finds. */
export function OrderField({ text, value, proposed, takesFocus, onText, onChange, error, optional }: OrderFieldProps) {
  const client = useClient()
  const filter = { q: text || undefined }
  const key = staffOrdersKey(filter)
  const { status, retry } = useLoad(text ? key : null, (signal) => loadStaffOrders(client, filter, signal))
  const ids = useStore((state) => state.staffOrders.lists[key]?.ids)
  const byId = useStore((state) => state.staffOrders.byId)
  const found = text ? (ids ?? []).slice(0, maxFound).flatMap((id) => (byId[id] ? toPaymentOrder(byId[id]) : [])) : []
  const options = text ? found : proposed
  const part = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  // Above a phone's keyboard there is little room, and what was found would be below it.
  useEffect(() => {
    if (text) part.current?.scrollIntoView({ block: 'nearest' })
  }, [text, status, found.length])
  return (
    <fieldset ref={part} className="grid gap-2">
      <legend className="field-label mb-1.5 w-full">
        Order
        {optional && <span className="field-optional">Optional</span>}
      </legend>
      <SearchField
        label="Find an order"
        placeholder="Number, customer, code or amount"
        value={text}
        takesFocus={takesFocus}
        errorId={error ? errorId : undefined}
        onChange={onText}
      />
      {options.map((order) => (
        <label key={order._id} className="choice flex items-center gap-3 px-3 py-2">
          <input
            type="radio"
            name="order"
            className="tick"
            checked={order._id === value}
            onChange={() => onChange(order._id)}
          />
          <span className="tabular font-semibold">#{orderNumber(order._id)}</span>
          <span className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">{describe(order)}</span>
        </label>
      ))}
      <p role="status" className="text-sm text-muted">
        {text && status === 'loading' && !ids && 'Searching…'}
        {text && ids?.length === 0 && 'No order matches.'}
        {found.length > 0 && <span className="sr-only">{found.length} found</span>}
        {text && status === 'failed' && (
          <button type="button" className="link" onClick={retry}>
            The search failed. Try again
          </button>
        )}
      </p>
      {error && (
        <p id={errorId} className="field-error">
          <CircleAlert size={14} />
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** 'Ada Lovelace · Rs 7,432 due · To verify'. */
const describe = (order: PaymentOrder) => [customerName(order), describeOrder(order)].filter(Boolean).join(' · ')

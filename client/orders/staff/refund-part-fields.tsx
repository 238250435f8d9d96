import { formatMoney } from '../../../shared/money.ts'
import { refundable, surplusOf } from '../../../shared/orders/rules.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { Field } from '../../ui/field.tsx'
import { NumberInput, TextInput } from '../../ui/input.tsx'

export type PartForm = { amount: string; reference: string }

export interface RefundPartFieldsProps {
  order: StaffOrder
  part: PartForm
  /** What is wrong with each field. */
  errors: Partial<PartForm>
  onChange: (part: PartForm) => void
}

/** How much is sent back, all of it by default, and the outgoing transfer's reference. */
export function RefundPartFields({ order, part, errors, onChange }: RefundPartFieldsProps) {
  const left = formatMoney(refundable(order))
  const surplus = surplusOf(order)
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Amount"
        optional
        error={errors.amount ?? null}
        hint={
          surplus > 0
            ? `Leave empty to refund all ${left}. ${formatMoney(surplus)} was overpaid.`
            : `Leave empty to refund all ${left}. A part deducts points in proportion.`
        }
      >
        <NumberInput
          data-autofocus
          start="$"
          maxLength={16}
          value={part.amount}
          onChange={(event) => onChange({ ...part, amount: event.target.value })}
        />
      </Field>
      <Field
        label="Outgoing reference"
        optional
        error={errors.reference ?? null}
        hint="The reference of the transfer you sent."
      >
        <TextInput
          maxLength={128}
          autoComplete="off"
          value={part.reference}
          onChange={(event) => onChange({ ...part, reference: event.target.value })}
        />
      </Field>
    </div>
  )
}

/** What is wrong with each field; empty if nothing is. */
export function issuesOfPart({ amount, reference }: PartForm, order: StaffOrder): Partial<PartForm> {
  const amountIssue = issueOfAmount(amount, order)
  const isTooShort = reference.trim() !== '' && reference.trim().length < 3
  return {
    ...(amountIssue && { amount: amountIssue }),
    ...(isTooShort && { reference: 'The reference must be 3 to 128 characters' }),
  }
}

function issueOfAmount(amount: string, order: StaffOrder): string | undefined {
  if (amount.trim() === '') return undefined
  if (!/^\d+(\.\d{1,2})?$/.test(amount.trim())) return 'The amount must be in dollars, such as 3.50'
  const cents = centsOf(amount)
  if (cents === 0) return 'The amount must be more than 0'
  return cents > refundable(order) ? `At most ${formatMoney(refundable(order))} can be sent back` : undefined
}

/** The fields as the refund takes them. */
export const toRefundPart = ({ amount, reference }: PartForm) => ({
  amount: amount.trim() === '' ? undefined : centsOf(amount),
  reference: reference.trim() || undefined,
})

const centsOf = (amount: string) => Math.round(Number(amount) * 100)

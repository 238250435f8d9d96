import { formatMoney, formatRupees, fromCurrency, wholeRupees } from '../../../shared/money.ts'
import { refundable, surplusOf } from '../../../shared/orders/rules.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { amountsOf } from '../../../shared/payments/order-amounts.ts'
import { Field } from '../../ui/field.tsx'
import { NumberInput, TextInput } from '../../ui/input.tsx'
import { refundAmount } from '../refund.ts'

export type PartForm = { amount: string; reference: string }

export interface RefundPartFieldsProps {
  order: StaffOrder
  part: PartForm
  /** What is wrong with each field. */
  errors: Partial<PartForm>
  onChange: (part: PartForm) => void
}

/** How much is sent back, in the currency it was paid in, all of it by default, and the outgoing transfer's reference. */
export function RefundPartFields({ order, part, errors, onChange }: RefundPartFieldsProps) {
  const isRupees = isInRupees(order)
  const all = isRupees
    ? `${refundAmount(order, refundable(order), formatMoney)} (${formatMoney(refundable(order))})`
    : left(order)
  const surplus = surplusOf(order) > 0 && amountsOf(order, formatMoney).surplus
  const cents = issueOfAmount(part.amount, order) === undefined ? toRefundPart(part, order).amount : undefined
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Amount"
        optional
        error={errors.amount ?? null}
        hint={
          isRupees && cents !== undefined
            ? `It counts as ${formatMoney(cents)}.`
            : `Leave empty to refund all ${all}. ${surplus ? `${surplus} was overpaid.` : 'A part deducts points in proportion.'}`
        }
      >
        <NumberInput
          data-autofocus
          start={isRupees ? 'Rs' : '$'}
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

/** Bank transfers are sent back in rupees. */
const isInRupees = ({ request }: StaffOrder) => request?.currency === 'LKR'

/** What can be sent back, in the same currency. */
const left = (order: StaffOrder) => (isInRupees(order) ? formatRupees : formatMoney)(refundable(order))

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
  const text = withoutCommas(amount)
  if (text === '') return undefined
  if (!/^\d+(\.\d{1,2})?$/.test(text)) {
    return `The amount must be in ${isInRupees(order) ? 'rupees, such as 1,220' : 'dollars, such as 3.50'}`
  }
  const most = isInRupees(order) ? wholeRupees(refundable(order)) : refundable(order) / 100
  if (Number(text) > most) return `At most ${left(order)} can be sent back`
  return centsOf(text, order) === 0 ? 'The amount must be more than 0' : undefined
}

/** The fields as the refund takes them, in cents. */
export const toRefundPart = ({ amount, reference }: PartForm, order: StaffOrder) => ({
  amount: withoutCommas(amount) === '' ? undefined : centsOf(withoutCommas(amount), order),
  reference: reference.trim() || undefined,
})

/** All of the rupees are all of the cents, whatever the rounding. */
const centsOf = (amount: string, order: StaffOrder) =>
  isInRupees(order) && Number(amount) === wholeRupees(refundable(order))
    ? refundable(order)
    : fromCurrency(Number(amount), isInRupees(order) ? 'LKR' : 'USD')

const withoutCommas = (amount: string) => amount.trim().replace(/,(?=\d{3})/g, '')

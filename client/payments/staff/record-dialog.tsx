import { useState } from 'react'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { type PaymentCurrency, paymentCurrencies, rateOf } from '../../../shared/payments/amounts.ts'
import { ManualPayment } from '../../../shared/payments/staff-routes.ts'
import { useClient } from '../../client-context.tsx'
import { toLocalDay } from '../../lib/local-time.ts'
import { useAct } from '../../lib/use-act.ts'
import { useNow } from '../../lib/use-now.ts'
import { Field } from '../../ui/field.tsx'
import { useFocusFirstError } from '../../ui/focus-first-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput, Select, TextInput } from '../../ui/input.tsx'
import { recordPayment } from './actions.ts'
import { OrderField } from './order-field.tsx'

type Props = {
  /** The order that it pays, where that is known. */
  order?: string
  currency?: PaymentCurrency
  onClose: () => void
}

/** Records a transfer that was received. */
export function RecordDialog({ order: ofOrder, currency = 'LKR', onClose }: Props) {
  const client = useClient()
  const [formRef, focusFirstError] = useFocusFirstError()
  const today = toLocalDay(useNow(60_000))
  const [form, setForm] = useState<Form>({ ...emptyForm, currency, day: today })
  const [order, setOrder] = useState(ofOrder ?? '')
  const [search, setSearch] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes })
  const needsWorth = rateOf(form.currency) === null

  const { busy, run } = useAct(
    async () => {
      const { _id } = await recordPayment(client, toTransfer(form, today, order))
      return _id && order ? `Transfer recorded for #${orderNumber(order)}` : 'Transfer recorded'
    },
    { failed: 'The transfer could not be recorded', onDone: onClose },
  )

  function submit() {
    const found = issuesOf(form, today)
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirstError()
    run()
  }

  return (
    <FormDialog
      title="Record a transfer"
      submitLabel="Record transfer"
      busyLabel="Recording…"
      formRef={formRef}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-[1fr_8rem]">
        <Field label="Amount" error={errors.amount}>
          <NumberInput
            data-autofocus
            maxLength={32}
            value={form.amount}
            onChange={(event) => change({ amount: event.target.value })}
          />
        </Field>
        <Field label="Currency">
          <Select
            value={form.currency}
            onChange={(event) => change({ currency: event.target.value as PaymentCurrency })}
          >
            {paymentCurrencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
      </div>
      {needsWorth && (
        <Field label="Worth in dollars" error={errors.counted} hint={`${form.currency} has no fixed rate.`}>
          <NumberInput
            maxLength={16}
            start="$"
            value={form.counted}
            onChange={(event) => change({ counted: event.target.value })}
          />
        </Field>
      )}
      <Field label="Received on" error={errors.day} className="max-w-60">
        <TextInput type="date" max={today} value={form.day} onChange={(event) => change({ day: event.target.value })} />
      </Field>
      {textFields.map(({ name, label, hint, maxLength }) => (
        <Field key={name} label={label} optional hint={hint}>
          <TextInput
            maxLength={maxLength}
            autoComplete="off"
            value={form[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        </Field>
      ))}
      {ofOrder === undefined && (
        <OrderField optional text={search} value={order} proposed={[]} onText={setSearch} onChange={setOrder} />
      )}
    </FormDialog>
  )
}

const textFields = [
  { name: 'payer', label: 'From', hint: 'The name on the statement.', maxLength: 200 },
  {
    name: 'text',
    label: 'Message',
    hint: 'The text sent with the transfer. If it contains a payment code, we suggest its order.',
    maxLength: 500,
  },
  { name: 'note', label: 'Note', hint: 'Only staff can see this.', maxLength: 500 },
] as const

const emptyForm = { amount: '', counted: '', payer: '', text: '', note: '' }
/** The day as `2026-11-21`, in the user's time zone. */
type Form = typeof emptyForm & { currency: PaymentCurrency; day: string }

/** Of today, it arrived just now; of another day, nobody knows when. */
function toTransfer({ currency, amount, counted, payer, text, note, day }: Form, today: string, order: string) {
  const filled = (value: string) => (value.trim() === '' ? undefined : value.trim())
  return {
    source: 'manual' as const,
    currency,
    amount: amount.trim().replaceAll(',', ''),
    counted: rateOf(currency) === null ? Math.round(Number(counted) * 100) : undefined,
    order: order || undefined,
    at: day === today ? undefined : noonOf(day),
    payer: filled(payer),
    text: filled(text),
    note: filled(note),
  }
}

const noonOf = (day: string) => Date.parse(`${day}T12:00`)

function issuesOf(form: Form, today: string): Record<string, string> {
  const issues: Record<string, string> = {}
  const amount = ManualPayment.shape.amount.safeParse(form.amount.trim().replaceAll(',', ''))
  if (!amount.success) issues.amount = amount.error.issues[0]!.message
  else if (Number(amount.data) === 0) issues.amount = 'The amount must be more than 0'
  if (rateOf(form.currency) === null && !(Number(form.counted) > 0)) issues.counted = 'Please enter what it is worth'
  if (Number.isNaN(noonOf(form.day))) issues.day = 'Please choose the day'
  else if (noonOf(form.day) > noonOf(today)) issues.day = 'The day can’t be in the future'
  return issues
}

import { useState } from 'react'
import { PointsCorrection } from '../../../shared/points/staff-schema.ts'
import type { Customer } from '../../../shared/accounts/staff-schema.ts'
import { useAct } from '../../lib/use-act.ts'
import { useClient } from '../../client-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/input.tsx'
import { Segments } from '../../ui/choice.tsx'
import { correctPoints } from './actions.ts'
import { ReasonField } from '../../staff/reason-field.tsx'

type Direction = 'give' | 'take'
const suggestions = [
  'To make up for the delay with your order.',
  'Points that were missing.',
  'Points were added twice.',
]

/** Adds or deducts points, with a reason that the customer sees. */
export function CorrectPointsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const client = useClient()
  const [direction, setDirection] = useState<Direction>('give')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<{ points?: string; reason?: string }>({})
  const points = (direction === 'give' ? 1 : -1) * Number(amount || Number.NaN)
  const after = Number.isInteger(points) ? customer.points + points : null

  const { busy, run } = useAct(
    async (input: { points: number; reason: string }) => {
      await correctPoints(client, customer._id, input.points, input.reason)
      return 'Points adjusted'
    },
    { failed: 'The points could not be adjusted', onDone: onClose },
  )

  function submit() {
    const parsed = PointsCorrection.safeParse({ points, reason })
    const fieldErrors: typeof errors = {}
    for (const { path, message } of parsed.error?.issues ?? []) fieldErrors[path[0] as 'points' | 'reason'] ??= message
    if (after !== null && after < 0) fieldErrors.points ??= `The customer has only ${customer.points} points.`
    setErrors(fieldErrors)
    if (parsed.success && !fieldErrors.points) run(parsed.data)
  }

  return (
    <ConfirmDialog
      open
      title="Adjust points"
      text={`${customer.firstName} has ${customer.points.toLocaleString('en')} points now${after === null ? '' : ` and will have ${after.toLocaleString('en')}`}.`}
      confirmLabel={direction === 'give' ? 'Add points' : 'Deduct points'}
      busyLabel="Adjusting…"
      danger={direction === 'take'}
      busy={busy}
      onConfirm={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <Segments<Direction>
            legend="Direction"
            options={[
              { value: 'give', label: 'Add' },
              { value: 'take', label: 'Deduct' },
            ]}
            value={direction}
            onChange={setDirection}
          />
        </div>
        <Field label="Points" error={errors.points}>
          <NumberInput
            whole
            data-autofocus
            maxLength={6}
            value={amount}
            onChange={(event) => setAmount(event.target.value.trim())}
          />
        </Field>
        <ReasonField
          suggestions={suggestions}
          value={reason}
          onChange={setReason}
          onSubmit={submit}
          error={errors.reason}
          takesFocus={false}
        />
      </div>
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { PointsCorrection } from '../../shared/staff-calls.ts'
import type { Customer } from '../../shared/staff.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { NumberInput } from '../ui/input.tsx'
import { Segments } from '../ui/choice.tsx'
import { useToast } from '../ui/toast.tsx'
import { correctPoints } from './desk-actions.ts'
import { ReasonField } from './reason-field.tsx'

type Way = 'give' | 'take'
const usual = ['For the delay of your order.', 'Points that were missing.', 'Points that were given twice.']

/** Gives or takes points, with a reason that the customer reads. */
export function CorrectPointsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [way, setWay] = useState<Way>('give')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<{ points?: string; reason?: string }>({})
  const [busy, setBusy] = useState(false)
  const points = (way === 'give' ? 1 : -1) * Number(typed || Number.NaN)
  const after = customer.points + (Number.isInteger(points) ? points : 0)

  async function run() {
    if (busy) return
    const read = PointsCorrection.safeParse({ points, reason })
    const found: typeof faults = {}
    for (const { path, message } of read.error?.issues ?? []) found[path[0] as 'points' | 'reason'] ??= message
    if (after < 0) found.points ??= `There are ${customer.points} points to take.`
    setFaults(found)
    if (!read.success || found.points) return
    setBusy(true)
    try {
      await correctPoints(client, customer._id, read.data.points, read.data.reason)
      toast('Points corrected', { type: 'success' })
      onClose()
    } catch (error) {
      toast(tellFailure(error, 'Error correcting points'), { type: 'error' })
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open
      title="Correct points"
      text={`${customer.firstName} has ${customer.points.toLocaleString('en')} points now, and ${after.toLocaleString('en')} after this.`}
      confirmLabel={way === 'give' ? 'Give points' : 'Take points'}
      busyLabel="Correcting…"
      danger={way === 'take'}
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <Segments<Way>
            legend="What to do"
            options={[
              { value: 'give', label: 'Give' },
              { value: 'take', label: 'Take' },
            ]}
            value={way}
            onChange={setWay}
          />
        </div>
        <Field label="Points" error={faults.points}>
          <NumberInput
            whole
            data-autofocus
            maxLength={6}
            value={typed}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
        </Field>
        <ReasonField
          usual={usual}
          value={reason}
          onChange={setReason}
          onSend={() => void run()}
          error={faults.reason}
          autoFocus={false}
        />
      </div>
    </ConfirmDialog>
  )
}

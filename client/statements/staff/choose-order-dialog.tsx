import { useState } from 'react'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { StatementLine } from '../../../shared/statements/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { useAct } from '../../lib/use-act.ts'
import { OrderField } from '../../payments/staff/order-field.tsx'
import { useFocusFirstError } from '../../ui/focus-first-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { decideLine } from './actions.ts'
import { formatDay } from './format-day.ts'

const missing = 'Please choose an order'

/** Chooses the order that a line pays. */
export function ChooseOrderDialog({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [formRef, focusFirstError] = useFocusFirstError()
  // The same amount alone says little: staff choose.
  const proposed = line.state === 'unmatched' ? undefined : line.candidates[0]
  const [order, setOrder] = useState((line.order ?? proposed)?._id ?? '')
  const [search, setSearch] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { busy, run } = useAct(
    async () => {
      await decideLine(client, line.file, line._id, { order: order || null })
    },
    { failed: 'The line could not be changed', onDone: onClose },
  )

  function submit() {
    if (order !== '') return run()
    setMissing(true)
    toast(missing, { type: 'error' })
    focusFirstError()
  }

  const title =
    line.amount === null ? 'Choose its order' : `Which order does ${formatAmount(line.amount, line.currency)} pay?`
  return (
    <FormDialog title={title} submitLabel="Choose" formRef={formRef} busy={busy} onSubmit={submit} onClose={onClose}>
      {(line.day || line.text) && (
        <p className="grid gap-0.5 rounded-md border border-line bg-card p-3 text-sm wrap-anywhere">
          {line.day && <span className="text-muted">{formatDay(line.day)}</span>}
          {line.text && <span>“{line.text}”</span>}
        </p>
      )}
      <OrderField
        text={search}
        value={order}
        proposed={line.order ? [line.order] : line.candidates}
        onText={setSearch}
        onChange={setOrder}
        error={isMissing && order === '' ? missing : undefined}
      />
    </FormDialog>
  )
}

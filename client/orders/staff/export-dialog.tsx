import { Download } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../../client-context.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { exportOrders } from './actions.ts'
import type { StaffOrderFilter } from './state.ts'

/** Downloads the filtered orders of chosen days as a CSV file. */
export function ExportButton({ filter, disabled }: { filter: StaffOrderFilter; disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Download} disabled={disabled} onClick={() => setOpen(true)}>
        Export CSV
      </Button>
      {isOpen && <ExportDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ filter, onClose }: { filter: StaffOrderFilter; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [from, setFrom] = useState(filter.from ?? '')
  const [to, setTo] = useState(filter.to ?? '')
  const isReversed = from !== '' && to !== '' && from > to
  const { busy, run } = useAct(
    async () => {
      const days = { from: from || undefined, to: to || undefined }
      const { name, text, truncated } = await exportOrders(client, { ...filter, ...days })
      saveFile(name, text, 'text/csv')
      if (truncated) toast('The file contains only the newest 10,000 orders', { type: 'info' })
    },
    { failed: 'The orders could not be exported', onDone: onClose },
  )
  return (
    <ConfirmDialog
      open
      title="Export orders"
      text="Downloads the orders in this list as a CSV file. Leave the days empty to include all."
      confirmLabel="Export"
      busyLabel="Exporting…"
      busy={busy}
      disabled={isReversed}
      onConfirm={() => run()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day" hint="When orders were placed, in UTC." optional>
          <TextInput type="date" data-autofocus value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="Last day" error={isReversed ? 'The first day is after the last day.' : ''} optional>
          <TextInput type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
      </div>
    </ConfirmDialog>
  )
}

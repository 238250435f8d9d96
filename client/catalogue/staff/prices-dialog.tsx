import { useState } from 'react'
import type { PriceChange, PriceProposal } from '../../../shared/catalogue/prices-schema.ts'
import { useClient } from '../../client-context.tsx'
import { useAct } from '../../lib/use-act.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput, Select } from '../../ui/input.tsx'
import { areItemsOutdated, changePrices, previewPrices, type PriceTarget } from './prices-actions.ts'
import {
  emptyPricesForm,
  isPercent,
  oldPriceLabels,
  parsePricesForm,
  priceActions,
  type PricesForm,
  roundingLabels,
} from './prices-form.ts'
import { PriceProposals } from './price-proposals.tsx'

export interface PricesDialogProps {
  target: PriceTarget
  /** What is changed: '3 items', 'Streaming'. */
  name: string
  onDone: () => void
  onClose: () => void
}

type Preview = { change: PriceChange; proposals: PriceProposal[]; totalCount: number; nextCursor: string | null }

const unreached = 'Network error. Please try again.'

/** Changes the prices of several items: first what to change, then what it does, then the change. */
export default function PricesDialog({ target, name, onDone, onClose }: PricesDialogProps) {
  const client = useClient()
  const [preview, setPreview] = useState<Preview | null>(null)

  async function load(change: PriceChange, cursor?: string) {
    const { data, totalCount, nextCursor } = await previewPrices(client, target, change, cursor)
    setPreview({ change, proposals: data, totalCount, nextCursor })
  }
  const edit = useForm<PricesForm, PriceChange>({
    initial: emptyPricesForm,
    parse: parsePricesForm,
    save: (change) => load(change),
    failed: 'The preview could not be loaded',
  })
  const application = useAct(
    async ({ change, proposals, nextCursor }: Preview) => {
      const message = await changePrices(client, proposals.filter(isChange))
      if (nextCursor) await load(change, nextCursor)
      else onDone()
      return message
    },
    {
      failed: 'The prices could not be changed',
      unreached,
      onFailed(error) {
        if (preview && areItemsOutdated(error)) reload.run(preview.change)
      },
    },
  )
  const reload = useAct(load, { failed: 'The preview could not be loaded', unreached })

  if (!preview) return <ChangeForm edit={edit} title={`Change prices: ${name}`} onClose={onClose} />

  const changes = preview.proposals.filter(isChange)
  const isBlocked = preview.proposals.some(({ problem }) => problem !== null)
  return (
    <Dialog
      open
      wide
      sheet
      keepsChanges
      busy={application.busy}
      onClose={onClose}
      title={`Change prices: ${name}`}
      foot={
        <>
          <Button disabled={application.busy} onClick={() => setPreview(null)}>
            Back
          </Button>
          <Button
            variant="primary"
            data-autofocus
            busy={application.busy}
            busyLabel="Changing…"
            disabled={isBlocked || changes.length === 0}
            onClick={() => application.run(preview)}
          >
            {`Change ${changes.length} ${changes.length === 1 ? 'price' : 'prices'}`}
          </Button>
        </>
      }
    >
      <PriceProposals {...preview} changeCount={changes.length} />
    </Dialog>
  )
}

const isChange = ({ price, newPrice, originalPrice, newOriginalPrice }: PriceProposal) =>
  newPrice !== price || newOriginalPrice !== originalPrice

type Edit = ReturnType<typeof useForm<PricesForm, PriceChange>>

function ChangeForm({ edit, title, onClose }: { edit: Edit; title: string; onClose: () => void }) {
  const { form, errors, change } = edit
  const select = <Name extends 'action' | 'rounding' | 'oldPrice'>(
    name: Name,
    label: string,
    labels: Record<PricesForm[Name], string>,
  ) => (
    <Field label={label}>
      <Select value={form[name]} onChange={(event) => change({ [name]: event.target.value as PricesForm[Name] })}>
        {(Object.keys(labels) as PricesForm[Name][]).map((option) => (
          <option key={option} value={option}>
            {labels[option]}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <FormDialog
      wide
      title={title}
      submitLabel="Preview"
      formRef={edit.formRef}
      busy={edit.busy}
      busyLabel="Loading…"
      onSubmit={edit.submit}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {select('action', 'Change', priceActions)}
        <Field label={isPercent(form.action) ? 'Percentage' : 'Amount'} error={errors.value}>
          <NumberInput
            data-autofocus
            value={form.value}
            onChange={(event) => change({ value: event.target.value })}
            {...(isPercent(form.action) ? { end: '%' } : { start: '$' })}
          />
        </Field>
        {select('rounding', 'Round', roundingLabels)}
        {select('oldPrice', 'Old prices', oldPriceLabels)}
      </div>
      <p className="text-sm text-muted">Nothing changes yet. You’ll see every new price first.</p>
    </FormDialog>
  )
}

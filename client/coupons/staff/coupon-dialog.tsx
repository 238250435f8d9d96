import { useRef, useState } from 'react'
import type { CouponBatchInput, CouponInput, StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import type { ParsedForm } from '../../lib/use-form.ts'
import { useEditForm } from '../../staff/use-edit-form.tsx'
import { Segments } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput, TextInput } from '../../ui/input.tsx'
import { changeCoupon, createCoupon, createCouponBatch } from './actions.ts'
import { type CouponForm, emptyCoupon, parseBatchForm, parseCouponForm, toCouponForm } from './coupon-form.ts'
import { CouponTerms } from './coupon-terms.tsx'

export interface CouponDialogProps {
  /** The one to edit; omitted for a new one. */
  coupon?: StaffCoupon
  /** Shows the codes of a new batch. */
  onShowCodes?: (batch: StaffCoupon) => void
  onClose: () => void
}

/** Creates a coupon or a batch of personal codes, or edits the given one. */
export function CouponDialog({ coupon, onShowCodes, onClose }: CouponDialogProps) {
  const client = useClient()
  const categories = useStore((state) => state.staffCatalogue.categories)
  const [kind, setKind] = useState<'code' | 'batch'>((coupon?.batchSize ?? null) === null ? 'code' : 'batch')
  const isBatch = kind === 'batch'
  const batch = useRef<StaffCoupon | null>(null)

  const describeField = (name: keyof CouponForm, { scope, item, category, ...fields }: CouponForm) => {
    if (name === 'firstOrderOnly') return fields.firstOrderOnly ? 'Yes' : 'No'
    if (name in fields) return String(fields[name as keyof typeof fields])
    if (scope === 'item') return item?.name ?? ''
    return scope === 'all' ? 'Whole order' : (categories?.find(({ _id }) => _id === category)?.name ?? '')
  }
  const { form, errors, conflict, isConflict, busy, formRef, change, submit } = useEditForm({
    row: coupon,
    toForm: (row) => (row ? toCouponForm(row) : emptyCoupon),
    parse: (typed): ParsedForm<CouponForm, CouponInput | CouponBatchInput> =>
      isBatch && !coupon ? parseBatchForm(typed) : parseCouponForm(typed),
    async save(input, version) {
      if ('prefix' in input) {
        const { data, message } = await createCouponBatch(client, input)
        batch.current = data
        return message
      }
      const isEdit = coupon && version !== undefined
      const answer = isEdit ? changeCoupon(client, coupon._id, { ...input, version }) : createCoupon(client, input)
      return (await answer).message
    },
    failed: 'The coupon could not be saved',
    noun: 'coupon',
    labels: couponLabels,
    describeField,
    onDone: () => (batch.current && onShowCodes ? onShowCodes(batch.current) : onClose()),
  })

  const title = coupon ? `${isBatch ? 'Batch' : 'Coupon'} ${coupon.code}` : 'New coupon'
  return (
    <FormDialog
      wide
      title={title}
      submitLabel={coupon ? 'Save coupon' : isBatch ? 'Create codes' : 'Create coupon'}
      formRef={formRef}
      busy={busy}
      disabled={isConflict}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict}
      {!coupon && (
        <Segments
          legend="Kind"
          options={[
            { value: 'code', label: 'One code' },
            { value: 'batch', label: 'Personal codes' },
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={isBatch ? 'Prefix' : 'Code'}
          error={errors.code}
          hint={isBatch ? 'All codes begin with it.' : '2 to 32 letters and numbers.'}
        >
          <TextInput
            name="code"
            data-autofocus
            className="uppercase"
            maxLength={isBatch ? 16 : 32}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            readOnly={!!coupon && isBatch}
            value={form.code}
            onChange={(event) => change({ code: event.target.value })}
          />
        </Field>
        {isBatch && !coupon && (
          <Field label="Number of codes" error={errors.usesLimit} hint="Up to 500. Each can be used once.">
            <NumberInput
              name="usesLimit"
              whole
              maxLength={3}
              value={form.usesLimit}
              onChange={(event) => change({ usesLimit: event.target.value })}
            />
          </Field>
        )}
      </div>
      <CouponTerms form={form} errors={errors} uses={coupon?.uses} isBatch={isBatch} onChange={change} />
    </FormDialog>
  )
}

const couponLabels: Partial<Record<keyof CouponForm, string>> = {
  code: 'Code',
  type: 'Discount',
  amount: 'Amount',
  scope: 'Applies to',
  minTotal: 'Minimum order',
  firstOrderOnly: 'First order only',
  usesLimit: 'Total uses',
  usesPerCustomer: 'Uses per customer',
  startsAt: 'Starts',
  expiresAt: 'Expires',
}

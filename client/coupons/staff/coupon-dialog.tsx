import { useId, useState } from 'react'
import type { CouponInput, StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { useAct } from '../../lib/use-act.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, useFocusFirstError } from '../../ui/field.tsx'
import { NumberInput, Select, TextInput } from '../../ui/input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { changeCoupon, createCoupon } from './actions.ts'
import { type CouponErrors, type CouponForm, emptyCoupon, parseCouponForm, toCouponForm } from './coupon-form.ts'
import { ItemPicker } from '../../catalogue/staff/item-picker.tsx'
import { conflictFields, EditConflict } from '../../staff/edit-conflict.tsx'
import { useRowVersion } from '../../staff/use-row-version.ts'

/** Creates a coupon, or edits the given one. */
export function CouponDialog({ coupon, onClose }: { coupon?: StaffCoupon; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [formElement, focusFirstError] = useFocusFirstError()
  const categories = useStore((state) => state.staffCatalogue.categories)
  const [form, setForm] = useState(coupon ? toCouponForm(coupon) : emptyCoupon)
  const [errors, setErrors] = useState<CouponErrors>({})
  const { version, isOutdated, adoptVersion } = useRowVersion(coupon)
  const { busy, run } = useAct(
    async (input: CouponInput) => {
      const { message } = await (coupon && version !== undefined
        ? changeCoupon(client, coupon._id, { ...input, version })
        : createCoupon(client, input))
      return message
    },
    { failed: 'The coupon could not be saved', unreached: 'Network error. Please try again.', onDone: onClose },
  )
  const isStale = isOutdated && !busy

  const describeField = (name: keyof CouponForm, { scope, item, category, ...fields }: CouponForm) => {
    if (name in fields) return fields[name as keyof typeof fields]
    if (scope === 'item') return item?.name ?? ''
    return scope === 'all' ? 'Whole order' : (categories?.find(({ _id }) => _id === category)?.name ?? '')
  }
  const change = (fields: Partial<CouponForm>) => {
    setForm((before) => ({ ...before, ...fields }))
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(fields).map((name) => [name, undefined])) }))
  }
  const fieldProps = (name: 'code' | 'amount' | 'category' | 'expiresAt' | 'usesLimit' | 'usesPerCustomer') => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  function save() {
    if (isStale) return
    const parsed = parseCouponForm(form)
    if ('input' in parsed) return run(parsed.input)
    setErrors(parsed.errors)
    toast('Please correct the highlighted fields', { type: 'error' })
    focusFirstError()
  }

  function loadTheirs() {
    adoptVersion()
    setForm(coupon ? toCouponForm(coupon) : emptyCoupon)
    setErrors({})
  }

  return (
    <Dialog
      open
      wide
      sheet
      busy={busy}
      onClose={onClose}
      title={coupon ? `Coupon ${coupon.code}` : 'New coupon'}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Saving…" disabled={isStale}>
            {coupon ? 'Save coupon' : 'Create coupon'}
          </Button>
        </>
      }
    >
      <form
        ref={formElement}
        id={id}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {isStale && coupon && (
          <EditConflict
            noun="coupon"
            fields={conflictFields(couponLabels, toCouponForm(coupon), form, describeField)}
            onLoadTheirs={loadTheirs}
            onKeepMine={adoptVersion}
          />
        )}
        <Field label="Code" error={errors.code} hint="2 to 32 letters and numbers.">
          <TextInput
            {...fieldProps('code')}
            data-autofocus
            className="uppercase"
            maxLength={32}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Segments
            legend="Discount"
            options={[
              { value: 'Percentage', label: 'Percentage' },
              { value: 'Fixed', label: 'Fixed amount' },
            ]}
            value={form.type}
            onChange={(type) => change({ type })}
          />
          <Field label={form.type === 'Percentage' ? 'Percentage' : 'Amount'} error={errors.amount}>
            <NumberInput {...fieldProps('amount')} {...(form.type === 'Percentage' ? { end: '%' } : { start: '$' })} />
          </Field>
        </div>
        <Segments
          legend="Applies to"
          options={[
            { value: 'all', label: 'Whole order' },
            { value: 'item', label: 'One item' },
            { value: 'category', label: 'A category' },
          ]}
          value={form.scope}
          onChange={(scope) => change({ scope })}
        />
        {form.scope === 'item' && (
          <ItemPicker value={form.item} error={errors.item} onChange={(item) => change({ item })} />
        )}
        {form.scope === 'category' && (
          <Field label="Category" error={errors.category}>
            <Select {...fieldProps('category')}>
              <option value="" disabled>
                Choose a category
              </option>
              {(categories ?? []).map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <Field label="Total uses" optional error={errors.usesLimit} hint={usesHint(coupon)}>
            <NumberInput {...fieldProps('usesLimit')} whole maxLength={7} />
          </Field>
          <Field label="Per customer" optional error={errors.usesPerCustomer}>
            <NumberInput {...fieldProps('usesPerCustomer')} whole maxLength={4} />
          </Field>
          <Field label="Expires" optional error={errors.expiresAt} hint="In your time zone.">
            <TextInput {...fieldProps('expiresAt')} type="datetime-local" />
          </Field>
        </div>
      </form>
    </Dialog>
  )
}

const couponLabels: Partial<Record<keyof CouponForm, string>> = {
  code: 'Code',
  type: 'Discount',
  amount: 'Amount',
  scope: 'Applies to',
  usesLimit: 'Total uses',
  usesPerCustomer: 'Per customer',
  expiresAt: 'Expires',
}

const usesHint = (coupon: StaffCoupon | undefined) =>
  coupon && `Used ${coupon.uses === 1 ? 'once' : `${coupon.uses} times`} so far.`

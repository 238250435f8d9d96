import { useId, useState } from 'react'
import type { StaffCoupon } from '../../shared/staff-catalogue.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { NumberInput, Select, TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { changeCoupon, createCoupon, loadCoupon } from './actions.ts'
import { type CouponFaults, type CouponForm, couponFormOf, emptyCoupon, readCouponForm } from './coupon-form.ts'
import { ItemPicker } from './item-picker.tsx'
import { Overtaken } from './overtaken.tsx'

/** The terms of a new coupon, or of one that is there. */
export function CouponDialog({ coupon, onClose }: { coupon?: StaffCoupon; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [element, focusFirstFault] = useFirstFault()
  const categories = useStore((state) => state.staffCatalogue.categories)
  const [began, setBegan] = useState(coupon)
  const [form, setForm] = useState(coupon ? couponFormOf(coupon) : emptyCoupon)
  const [faults, setFaults] = useState<CouponFaults>({})
  const [busy, setBusy] = useState(false)
  const isOvertaken = !busy && !!coupon && !!began && coupon.version !== began.version

  const change = (part: Partial<CouponForm>) => {
    setForm((now) => ({ ...now, ...part }))
    setFaults((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }))
  }
  const text = (name: 'code' | 'amount' | 'category' | 'expiresAt' | 'usesLimit' | 'usesPerCustomer') => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  async function save() {
    if (busy || isOvertaken) return
    const read = readCouponForm(form)
    if ('faults' in read) {
      setFaults(read.faults)
      toast('Please mend what is marked', { type: 'error' })
      return focusFirstFault()
    }
    setBusy(true)
    try {
      const { message } = await (began
        ? changeCoupon(client, began._id, { ...read.written, version: began.version })
        : createCoupon(client, read.written))
      toast(message, { type: 'success' })
      onClose()
    } catch (error) {
      // What is there now brings the question what to do.
      if (began && isFailure(error) && error.code === 'coupon_changed')
        await loadCoupon(client, began._id).catch(() => undefined)
      toast(tellFailure(error, 'The coupon could not be saved', 'Network error. Please try again.'), { type: 'error' })
      setBusy(false)
    }
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
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Saving…" disabled={isOvertaken}>
            {coupon ? 'Save coupon' : 'Create coupon'}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={id}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {isOvertaken && (
          <Overtaken
            what="coupon"
            onTheirs={() => {
              setBegan(coupon)
              setForm(couponFormOf(coupon))
              setFaults({})
            }}
            onMine={() => setBegan(coupon)}
          />
        )}
        <Field label="Code" error={faults.code} hint="2 to 32 letters and digits.">
          <TextInput
            {...text('code')}
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
            legend="Takes off"
            options={[
              { value: 'Percentage', label: 'A percentage' },
              { value: 'Fixed', label: 'An amount' },
            ]}
            value={form.type}
            onChange={(type) => change({ type })}
          />
          <Field label={form.type === 'Percentage' ? 'Percentage' : 'Amount'} error={faults.amount}>
            <NumberInput {...text('amount')} {...(form.type === 'Percentage' ? { end: '%' } : { start: '$' })} />
          </Field>
        </div>
        <Segments
          legend="Of"
          options={[
            { value: 'all', label: 'The whole order' },
            { value: 'item', label: 'One item' },
            { value: 'category', label: 'A category' },
          ]}
          value={form.scope}
          onChange={(scope) => change({ scope })}
        />
        {form.scope === 'item' && (
          <ItemPicker value={form.item} error={faults.item} onChange={(item) => change({ item })} />
        )}
        {form.scope === 'category' && (
          <Field label="Category" error={faults.category}>
            <Select {...text('category')}>
              <option value="" disabled>
                Choose one
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
          <Field label="Uses in all" optional error={faults.usesLimit} hint={usesSoFar(coupon)}>
            <NumberInput {...text('usesLimit')} whole maxLength={7} />
          </Field>
          <Field label="Per customer" optional error={faults.usesPerCustomer}>
            <NumberInput {...text('usesPerCustomer')} whole maxLength={4} />
          </Field>
          <Field label="Until" optional error={faults.expiresAt} hint="In your own time.">
            <TextInput {...text('expiresAt')} type="datetime-local" />
          </Field>
        </div>
      </form>
    </Dialog>
  )
}

const usesSoFar = (coupon: StaffCoupon | undefined) =>
  coupon && `Used ${coupon.uses === 1 ? 'once' : `${coupon.uses} times`} so far.`

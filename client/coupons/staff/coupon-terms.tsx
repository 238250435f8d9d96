import type { ComponentProps } from 'react'
import { loadStaffCategories } from '../../catalogue/staff/actions.ts'
import { ItemPicker } from '../../catalogue/staff/item-picker.tsx'
import { staffCategoriesKey } from '../../catalogue/staff/store.ts'
import { useClient, useStore } from '../../client-context.tsx'
import type { FormErrors } from '../../lib/use-form.ts'
import { Checkbox, Segments } from '../../ui/choice.tsx'
import { ErrorState } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Select, TextInput } from '../../ui/input.tsx'
import { useLoad } from '../../use-load.ts'
import type { CouponForm } from './coupon-form.ts'

export interface CouponTermsProps {
  form: CouponForm
  errors: FormErrors<CouponForm>
  /** How often it was used so far; undefined for a new coupon. */
  uses: number | undefined
  isBatch: boolean
  onChange: (fields: Partial<CouponForm>) => void
}

/** What a coupon is worth, what it applies to, and when. */
export function CouponTerms({ form, errors, uses, isBatch, onChange }: CouponTermsProps) {
  const fieldProps = (name: 'amount' | 'category' | 'usesLimit' | 'usesPerCustomer' | 'minTotal') => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const timeProps = (name: 'startsAt' | 'expiresAt') => ({
    name,
    type: 'datetime-local',
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Segments
          legend="Discount"
          options={[
            { value: 'Percentage', label: 'Percentage' },
            { value: 'Fixed', label: 'Fixed amount' },
          ]}
          value={form.type}
          onChange={(type) => onChange({ type })}
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
        onChange={(scope) => onChange({ scope })}
      />
      {form.scope === 'item' && (
        <ItemPicker value={form.item} error={errors.item} onChange={(item) => onChange({ item })} />
      )}
      {form.scope === 'category' && <CategoryField error={errors.category} {...fieldProps('category')} />}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Minimum order" optional error={errors.minTotal} hint="The order’s subtotal, in US dollars.">
          <NumberInput {...fieldProps('minTotal')} start="$" />
        </Field>
        <Checkbox
          className="sm:mt-5"
          label="First order only"
          hint="For customers who have not paid for an order yet."
          checked={form.firstOrderOnly}
          onChange={(event) => onChange({ firstOrderOnly: event.target.checked })}
        />
      </div>
      {!isBatch && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Total uses" optional error={errors.usesLimit} hint={usesHint(uses)}>
            <NumberInput {...fieldProps('usesLimit')} whole maxLength={7} />
          </Field>
          <Field label="Uses per customer" optional error={errors.usesPerCustomer} hint="Leave empty for no limit.">
            <NumberInput {...fieldProps('usesPerCustomer')} whole maxLength={4} />
          </Field>
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Starts" optional error={errors.startsAt} hint="Both in your time zone.">
          <TextInput {...timeProps('startsAt')} />
        </Field>
        <Field label="Expires" optional error={errors.expiresAt}>
          <TextInput {...timeProps('expiresAt')} />
        </Field>
      </div>
    </>
  )
}

const usesHint = (uses: number | undefined) =>
  uses === undefined
    ? 'Leave empty for no limit.'
    : `Leave empty for no limit. Used ${uses === 1 ? 'once' : `${uses} times`} so far.`

/** The categories are loaded with the page; if that failed, once they are needed. */
function CategoryField({ error, ...fieldProps }: ComponentProps<typeof Select> & { error: string | undefined }) {
  const client = useClient()
  const categories = useStore((state) => state.staffCatalogue.categories)
  const { status, message, retry } = useLoad(categories ? null : staffCategoriesKey, (signal) =>
    loadStaffCategories(client, signal),
  )
  if (!categories && status === 'failed') {
    return <ErrorState title="Error loading categories" text={message} onRetry={retry} />
  }
  return (
    <Field label="Category" error={error}>
      <Select {...fieldProps}>
        <option value="" disabled>
          {categories ? 'Choose a category' : 'Loading…'}
        </option>
        {categories?.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

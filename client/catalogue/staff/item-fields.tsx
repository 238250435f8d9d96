import { CircleAlert } from 'lucide-react'
import { Suspense, useId } from 'react'
import type { Category } from '../../shared/catalogue.ts'
import { mostMonths } from '../../shared/staff-catalogue-calls.ts'
import { lazyPart } from '../layout/lazy-part.tsx'
import { Field } from '../ui/field.tsx'
import { NumberInput, Select, TextArea, TextInput } from '../ui/input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FeatureList } from './feature-list.tsx'
import type { ItemFaults, ItemField, ItemForm } from './item-form.ts'
import { PictureField } from './picture-field.tsx'

const RichText = lazyPart(() => import('./rich-text.tsx'))

export interface ItemFieldsProps {
  form: ItemForm
  faults: ItemFaults
  categories: Category[]
  /** Another one begins the description anew. */
  version: number
  onChange: (part: Partial<ItemForm>) => void
  /** Pictures on their way. */
  onBusy: (busy: boolean) => void
}

/** Everything that can be written of an item. */
export function ItemFields({ form, faults, categories, version, onChange, onBusy }: ItemFieldsProps) {
  const text = (name: Exclude<ItemField, 'features'>) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="grid gap-5">
      <Field label="Name" error={faults.name}>
        <TextInput {...text('name')} maxLength={120} autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" error={faults.category}>
          <Select {...text('category')}>
            <option value="" disabled>
              Choose one
            </option>
            {categories.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Account type" error={faults.accountType} hint="What the customer gets: “Private account”.">
          <TextInput {...text('accountType')} maxLength={60} autoComplete="off" />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Price" error={faults.price} hint="In US dollars.">
          <NumberInput {...text('price')} start="$" placeholder="12.99" />
        </Field>
        <Field label="Old price" optional error={faults.originalPrice} hint="Struck out, with the saving.">
          <NumberInput {...text('originalPrice')} start="$" placeholder="19.99" />
        </Field>
        <Field label="Duration" error={faults.duration} hint={`In months, 1 to ${mostMonths}.`}>
          <NumberInput {...text('duration')} whole end="mo" maxLength={3} />
        </Field>
      </div>
      <Field
        label="Short description"
        error={faults.shortDescription}
        hint={`For lists and search engines. ${form.shortDescription.length} of 300 characters.`}
      >
        <TextArea {...text('shortDescription')} rows={2} maxLength={300} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <PictureField
          label="Logo"
          use="logo"
          hint="Square, up to 5 MB. It becomes 256 × 256."
          link={form.logoLink}
          error={faults.logoLink}
          onChange={(logoLink) => onChange({ logoLink })}
          onBusy={onBusy}
        />
        <PictureField
          label="Banner"
          use="banner"
          hint="Wide, such as 1200 × 675, up to 5 MB."
          link={form.bannerLink}
          error={faults.bannerLink}
          onChange={(bannerLink) => onChange({ bannerLink })}
          onBusy={onBusy}
        />
      </div>
      <Description key={version} html={form.description} error={faults.description} onChange={onChange} />
      <FeatureList features={form.features} error={faults.features} onChange={(features) => onChange({ features })} />
    </div>
  )
}

type DescriptionProps = { html: string; error: string | undefined; onChange: ItemFieldsProps['onChange'] }

function Description({ html, error, onChange }: DescriptionProps) {
  const id = useId()
  return (
    <div className="field">
      <span className="field-label">
        <span id={id}>Description</span>
        <span className="field-optional">Optional</span>
      </span>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <RichText
          html={html}
          labelledBy={id}
          invalid={!!error}
          describedBy={error ? `${id}-error` : undefined}
          onChange={(description) => onChange({ description })}
        />
      </Suspense>
      {error && (
        <p id={`${id}-error`} className="field-error">
          <CircleAlert size={14} />
          {error}
        </p>
      )}
    </div>
  )
}

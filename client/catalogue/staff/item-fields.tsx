import { CircleAlert } from 'lucide-react'
import { Suspense, useId } from 'react'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { maxDurationMonths } from '../../../shared/catalogue/staff-schema.ts'
import { lazyPart } from '../../layout/lazy-part.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Select, TextInput } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { FeatureList } from './feature-list.tsx'
import type { ItemErrors, ItemField, ItemForm } from './item-form.ts'
import { PictureField } from './picture-field.tsx'

const RichText = lazyPart(() => import('./rich-text.tsx'))

export interface ItemFieldsProps {
  form: ItemForm
  errors: ItemErrors
  categories: Category[]
  /** A new key resets the description editor; null shows a placeholder for it. */
  editorKey: number | null
  onChange: (part: Partial<ItemForm>) => void
  /** Called when a picture upload starts and ends. */
  onUploading: (isUploading: boolean) => void
}

/** The fields of an item. */
export function ItemFields({ form, errors, categories, editorKey, onChange, onUploading }: ItemFieldsProps) {
  const fieldProps = (name: Exclude<ItemField, 'features'>) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="grid gap-5">
      <Field label="Name" error={errors.name}>
        <TextInput {...fieldProps('name')} maxLength={120} autoComplete="off" />
      </Field>
      <Field
        label="Brand"
        optional
        error={errors.brand}
        hint="Items of one brand are shown as its plans. Use the same spelling for each."
      >
        <TextInput {...fieldProps('brand')} maxLength={60} autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" error={errors.category}>
          <Select {...fieldProps('category')}>
            <option value="" disabled>
              Choose a category
            </option>
            {categories.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Account type"
          error={errors.accountType}
          hint="What the customer gets, such as “Private account”."
        >
          <TextInput {...fieldProps('accountType')} maxLength={60} autoComplete="off" />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Price" error={errors.price} hint="In US dollars.">
          <NumberInput {...fieldProps('price')} start="$" placeholder="12.99" />
        </Field>
        <Field label="Old price" optional error={errors.originalPrice} hint="Shown crossed out, with the savings.">
          <NumberInput {...fieldProps('originalPrice')} start="$" />
        </Field>
        <Field label="Duration" error={errors.duration} hint={`In months, 1 to ${maxDurationMonths}.`}>
          <NumberInput {...fieldProps('duration')} whole end="mo" maxLength={3} />
        </Field>
      </div>
      <Field
        label="Short description"
        error={errors.shortDescription}
        hint={`For lists and search engines. ${form.shortDescription.length} of 300 characters.`}
      >
        <TextArea {...fieldProps('shortDescription')} rows={2} maxLength={300} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <PictureField
          label="Logo"
          use="logo"
          hint="Square, up to 5 MB. Resized to 256 × 256."
          link={form.logoLink}
          error={errors.logoLink}
          onChange={(logoLink) => onChange({ logoLink })}
          onBusy={onUploading}
        />
        <PictureField
          label="Banner"
          use="banner"
          hint="Wide, such as 1200 × 675, up to 5 MB."
          link={form.bannerLink}
          error={errors.bannerLink}
          onChange={(bannerLink) => onChange({ bannerLink })}
          onBusy={onUploading}
        />
      </div>
      <Description
        key={editorKey}
        isLoading={editorKey === null}
        html={form.description}
        error={errors.description}
        onChange={onChange}
      />
      <FeatureList features={form.features} error={errors.features} onChange={(features) => onChange({ features })} />
    </div>
  )
}

type DescriptionProps = {
  isLoading: boolean
  html: string
  error: string | undefined
  onChange: ItemFieldsProps['onChange']
}

function Description({ isLoading, html, error, onChange }: DescriptionProps) {
  const id = useId()
  return (
    <div className="field">
      {/* A heading, because those in the text are of the level below. */}
      <h2 className="field-label font-sans tracking-normal">
        <span id={id}>Description</span>
        <span className="field-optional">Optional</span>
      </h2>
      {isLoading ? (
        editorSkeleton
      ) : (
        <Suspense fallback={editorSkeleton}>
          <RichText
            html={html}
            labelledBy={id}
            invalid={!!error}
            describedBy={error ? `${id}-error` : undefined}
            onChange={(description) => onChange({ description })}
          />
        </Suspense>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <CircleAlert size={14} />
          {error}
        </p>
      )}
    </div>
  )
}

/** As high as an editor without text: its tools have two rows on a phone. */
const editorSkeleton = <Skeleton className="h-59 max-wide:h-62 max-sm:h-74" />

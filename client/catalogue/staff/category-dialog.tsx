import { CategoryName, type StaffCategory } from '../../../shared/catalogue/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import type { ParsedForm } from '../../lib/use-form.ts'
import { useEditForm } from '../../staff/use-edit-form.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextInput } from '../../ui/input.tsx'
import { createCategory, renameCategory } from './actions.ts'

type CategoryForm = { name: string }

function parseForm({ name }: CategoryForm): ParsedForm<CategoryForm, string> {
  const parsed = CategoryName.safeParse(name)
  return parsed.success ? { input: parsed.data } : { errors: { name: parsed.error.issues[0]!.message } }
}

/** Creates a category, or renames the given one. */
export function CategoryDialog({ category, onClose }: { category?: StaffCategory; onClose: () => void }) {
  const client = useClient()
  const { form, errors, conflict, isConflict, busy, formRef, change, submit } = useEditForm({
    row: category,
    toForm: (row): CategoryForm => ({ name: row?.name ?? '' }),
    parse: parseForm,
    async save(name, version) {
      const { message } = await (category && version !== undefined
        ? renameCategory(client, category._id, name, version)
        : createCategory(client, name))
      return message
    },
    failed: 'The category could not be saved',
    failedField: 'name',
    noun: 'category',
    labels: { name: 'Name' },
    onDone: onClose,
  })

  return (
    <FormDialog
      title={category ? `Rename ${category.name}` : 'New category'}
      submitLabel={category ? 'Rename' : 'Create category'}
      formRef={formRef}
      busy={busy}
      disabled={isConflict}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict}
      <Field label="Name" error={errors.name} hint="As customers see it.">
        <TextInput
          data-autofocus
          maxLength={60}
          autoComplete="off"
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}

import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

/** A field in which the two versions differ, as text. */
export type ConflictField = { label: string; theirs: string; mine: string }

export interface EditConflictProps {
  noun: 'item' | 'coupon' | 'category' | 'reply'
  /** Where their version differs from the form. */
  fields: readonly ConflictField[]
  onLoadTheirs: () => void
  onKeepMine: () => void
}

/** Shows what a colleague saved while the row was being edited, and lets the user choose which version to keep. */
export function EditConflict({ noun, fields, onLoadTheirs, onKeepMine }: EditConflictProps) {
  return (
    <div role="alert">
      <Note tone="waiting" title={`Someone else changed this ${noun}`}>
        <p>Load their changes, or keep yours: saving will then overwrite theirs.</p>
        {fields.length === 0 && <p className="mt-2">Their version is the same as yours.</p>}
        {fields.length > 0 && (
          <dl className="mt-2 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
            {fields.map(({ label, theirs, mine }) => (
              <div key={label} className="contents">
                <dt className="font-medium max-sm:mt-1">{label}</dt>
                <dd className="grid gap-0.5">
                  <Version whose="Theirs" text={theirs} />
                  <Version whose="Yours" text={mine} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" variant="primary" onClick={onLoadTheirs}>
            Load theirs
          </Button>
          <Button size="small" onClick={onKeepMine}>
            Keep mine
          </Button>
        </div>
      </Note>
    </div>
  )
}

function Version({ whose, text }: { whose: 'Theirs' | 'Yours'; text: string }) {
  return (
    <span className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 [overflow-wrap:anywhere]">
      <span className="text-muted">{whose}: </span>
      <span className="line-clamp-4 whitespace-pre-line" title={text.trim()}>
        {text.trim() || 'empty'}
      </span>
    </span>
  )
}

/**
 * The fields in which two versions of a form differ.
 * @param labels the labels of the fields to compare, in their sequence
 * @param format makes a field readable
 */
export function conflictFields<Form extends object>(
  labels: Partial<Record<keyof Form, string>>,
  theirs: Form,
  mine: Form,
  format: (name: keyof Form, form: Form) => string = (name, form) => String(form[name]),
): ConflictField[] {
  const names = Object.keys(labels) as (keyof Form)[]
  return names
    .map((name) => ({ label: labels[name]!, theirs: format(name, theirs), mine: format(name, mine) }))
    .filter((field) => field.theirs !== field.mine)
}

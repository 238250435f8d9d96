import type { KeyboardEvent } from 'react'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/input.tsx'

export interface ReasonFieldProps {
  usual: readonly string[]
  value: string
  onChange: (reason: string) => void
  /** Ctrl or Cmd with Enter. */
  onSend: () => void
  error?: string | undefined
  /** Where another field of the dialog comes first. */
  autoFocus?: boolean
}

/** Why: one of the usual reasons, which may be changed, or one's own words. */
export function ReasonField({ usual, value, onChange, onSend, error, autoFocus = true }: ReasonFieldProps) {
  return (
    <div className="grid gap-3">
      <Field label="Reason" hint="The customer reads it." error={error}>
        <TextArea
          data-autofocus={autoFocus || undefined}
          rows={2}
          maxLength={500}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => isSend(event) && onSend()}
        />
      </Field>
      <div role="group" aria-label="Usual reasons" className="flex flex-wrap gap-1.5">
        {usual.map((reason) => (
          <button
            key={reason}
            type="button"
            aria-pressed={reason === value}
            className="rounded-md border border-line bg-card px-2.5 py-1.5 text-left text-sm hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft max-wide:min-h-11"
            onClick={() => onChange(reason)}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Enter alone begins a new line. */
export const isSend = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

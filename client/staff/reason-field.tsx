import type { KeyboardEvent } from 'react'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'

export interface ReasonFieldProps {
  suggestions: readonly string[]
  /** Who will see it: the customer by default. */
  hint?: string
  value: string
  onChange: (reason: string) => void
  /** Called on Ctrl+Enter or Cmd+Enter. */
  onSubmit: () => void
  error?: string | undefined
  optional?: boolean
  /** false if another field of the dialog comes first. */
  takesFocus?: boolean
}

/** A reason for a decision: a suggestion, which can be edited, or free text. */
export function ReasonField({
  suggestions,
  hint = 'The customer will see this.',
  value,
  onChange,
  onSubmit,
  error,
  optional,
  takesFocus = true,
}: ReasonFieldProps) {
  return (
    <Field label="Reason" hint={hint} error={error ?? null} optional={optional ?? false}>
      <div role="group" aria-label="Suggested reasons" className="mb-1.5 flex flex-wrap gap-1.5">
        {suggestions.map((reason) => (
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
      <TextArea
        data-autofocus={takesFocus || undefined}
        rows={2}
        maxLength={500}
        placeholder="Choose one above, or write your own"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => isSubmitKey(event) && onSubmit()}
      />
    </Field>
  )
}

/** Ctrl+Enter or Cmd+Enter; Enter alone starts a new line. */
export const isSubmitKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

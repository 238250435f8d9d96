import { useId } from 'react'
import { FIVE, StarShape } from './stars.tsx'

export interface StarInputProps {
  legend: string
  /** 1 to 5, 0 for none yet. */
  value: number
  onChange: (value: number) => void
  error?: string | null
}

/** A choice of one to five stars, built from radio buttons. */
export function StarInput({ legend, value, onChange, error }: StarInputProps) {
  const name = useId()
  return (
    <fieldset
      role="radiogroup"
      className="field"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className="field-label">{legend}</legend>
      <span className="stars -ml-1.5">
        {FIVE.map((star) => (
          <label key={star} className="star-choice">
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={star === value}
              // Otherwise a dialog that starts with this group would focus the first star.
              data-autofocus={star === value || undefined}
              onChange={() => onChange(star)}
            />
            <StarShape lit={star <= value} />
            <span className="sr-only">{star === 1 ? '1 star' : `${star} stars`}</span>
          </label>
        ))}
        {value > 0 && (
          <span className="tabular ml-2 self-center text-sm text-muted" aria-hidden="true">
            {value} of 5
          </span>
        )}
      </span>
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

import { useId } from 'react'
import { classNames } from './class-names.ts'

const FIVE = [1, 2, 3, 4, 5] as const

export interface StarsProps {
  /** 0 to 5. The stars are rounded, the accessible name is exact. */
  value: number
  className?: string
}

/** A rating as five stars, announced as '4.5 out of 5'. */
export function Stars({ value, className }: StarsProps) {
  return (
    <span role="img" aria-label={`${Number(value.toFixed(1))} out of 5`} className={classNames('stars', className)}>
      {FIVE.map((star) => (
        <StarShape key={star} lit={star <= Math.round(value)} />
      ))}
    </span>
  )
}

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
      </span>
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function StarShape({ lit }: { lit: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={lit ? 'star-lit' : undefined}>
      <path d="m12 2.8 2.8 5.9 6.4.8-4.7 4.5 1.2 6.4-5.7-3.1-5.7 3.1 1.2-6.4-4.7-4.5 6.4-.8z" />
    </svg>
  )
}

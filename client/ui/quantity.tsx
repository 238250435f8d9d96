import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFieldLinks } from './field.tsx'

export interface QuantityProps {
  /** The accessible name: 'Quantity of Music, 12 Months'. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** A change is being saved. */
  busy?: boolean
}

/**
 * A number with minus and plus buttons. A typed number applies on blur or Enter, clamped to min and max. Unavailable
 * buttons ignore clicks instead of being disabled, which would lose the focus.
 */
export function Quantity({ label, value, onChange, min = 1, max, busy }: QuantityProps) {
  const links = useFieldLinks()
  const [typed, setTyped] = useState<string>()

  function commit() {
    setTyped(undefined)
    const number = Number.parseInt(typed ?? '', 10)
    if (Number.isNaN(number)) return
    const clamped = Math.max(min, Math.min(max ?? number, number))
    if (clamped !== value) onChange(clamped)
  }

  const pressProps = (isAvailable: boolean, onClick: () => void) =>
    isAvailable && !busy ? { onClick } : { 'aria-disabled': true }

  return (
    <span role="group" aria-label={label} className="quantity">
      <button type="button" aria-label="One less" {...pressProps(value > min, () => onChange(value - 1))}>
        <Minus size={16} />
      </button>
      <input
        {...links}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        value={typed ?? value}
        readOnly={busy}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 6))}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      <button
        type="button"
        aria-label="One more"
        {...pressProps(max === undefined || value < max, () => onChange(value + 1))}
      >
        <Plus size={16} />
      </button>
    </span>
  )
}

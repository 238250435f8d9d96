import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFieldLinks } from './field.tsx'

export interface QuantityProps {
  /** Of what: 'Quantity of Music, 12 Months'. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** While a change is being saved. */
  busy?: boolean
}

/**
 * Minus, number, plus. A typed number counts when the field is left or Enter pressed, kept between min and max.
 * `disabled` would drop the focus from under whoever presses, so what cannot be pressed refuses instead.
 */
export function Quantity({ label, value, onChange, min = 1, max, busy }: QuantityProps) {
  const links = useFieldLinks()
  const [typed, setTyped] = useState<string>()

  function settle() {
    setTyped(undefined)
    const wanted = Number.parseInt(typed ?? '', 10)
    if (Number.isNaN(wanted)) return
    const kept = Math.max(min, Math.min(max ?? wanted, wanted))
    if (kept !== value) onChange(kept)
  }

  const pressing = (possible: boolean, press: () => void) =>
    possible && !busy ? { onClick: press } : { 'aria-disabled': true }

  return (
    <span role="group" aria-label={label} className="quantity">
      <button type="button" aria-label="One less" {...pressing(value > min, () => onChange(value - 1))}>
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
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
        }}
      />
      <button
        type="button"
        aria-label="One more"
        {...pressing(max === undefined || value < max, () => onChange(value + 1))}
      >
        <Plus size={16} />
      </button>
    </span>
  )
}

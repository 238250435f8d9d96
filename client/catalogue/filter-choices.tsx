import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useAfterRender } from '../ui/use-after-render.ts'
import { classNames } from '../ui/class-names.ts'

type FilterOption<Value extends string> = { value: Value; label: string; count?: number | undefined }

export interface FilterChoicesProps<Value extends string> {
  legend: string
  /** The field in the URL. */
  name: string
  options: readonly FilterOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Side by side instead of one below the other. */
  chips?: boolean | undefined
  /** How many are shown at first, with a button for all. */
  limit?: number | undefined
  /** After the options. */
  children?: ReactNode
}

/** Radio buttons of a filter, with the number of items for each. */
export function FilterChoices<Value extends string>(props: FilterChoicesProps<Value>) {
  const { legend, name, options, value, onChange, chips, limit = Infinity, children } = props
  const ref = useRef<HTMLFieldSetElement>(null)
  // What was chosen before the page was hydrated, as in use-input-before-hydration.ts.
  const passOnChosen = useEffectEvent(() => {
    const chosen = ref.current!.querySelector<HTMLInputElement>(':checked')?.value
    if (chosen !== undefined && chosen !== value) onChange(chosen as Value)
  })
  useLayoutEffect(() => passOnChosen(), [])
  const [isWhole, setWhole] = useState(false)
  const afterRender = useAfterRender()
  // Never without the one that is chosen.
  const isCut = !isWhole && options.findIndex((option) => option.value === value) < limit && options.length > limit
  const showAll = () => {
    setWhole(true)
    afterRender(() => ref.current!.querySelectorAll('input')[limit]!.focus())
  }
  return (
    <fieldset ref={ref} className={chips ? 'filter-chips' : 'filter-list'}>
      <legend className="field-label mb-1.5">{legend}</legend>
      {(isCut ? options.slice(0, limit) : options).map((option) => (
        <label
          key={option.value}
          className={classNames(chips ? 'filter-chip' : 'filter-row', option.count === 0 && 'filter-empty')}
        >
          <input
            type="radio"
            className={classNames(chips ? 'sr-only' : 'tick')}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="min-w-0 flex-1">{option.label}</span>
          {option.count !== undefined && (
            <span className="tabular text-muted">
              {option.count}
              <span className="sr-only">{option.count === 1 ? ' service' : ' services'}</span>
            </span>
          )}
        </label>
      ))}
      {children}
      {isCut && (
        <button type="button" className="link min-h-11 text-sm font-semibold" onClick={showAll}>
          {`Show all ${options.length - 1}`}
        </button>
      )}
    </fieldset>
  )
}

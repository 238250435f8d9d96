import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Icon } from './icon.ts'

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  hint?: ReactNode
  icon?: Icon
  /** At the right, such as a Badge. */
  side?: ReactNode
  disabled?: boolean
}

export interface ChoicesProps<Value extends string> {
  legend: ReactNode
  /** Shows the legend to screen readers only, if a heading above says the same. */
  hideLegend?: boolean
  options: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  className?: string
}

/** Radio buttons as cards, with room for hints. */
export function Choices<Value extends string>({
  legend,
  hideLegend,
  options,
  value,
  onChange,
  className,
}: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classNames('grid gap-2', className)}>
      <legend className={hideLegend ? 'sr-only' : 'field-label mb-2'}>{legend}</legend>
      {options.map(({ value: option, label, hint, icon: Icon, side, disabled }) => (
        <label key={option} className="choice">
          <input
            type="radio"
            className="tick"
            name={name}
            value={option}
            checked={option === value}
            disabled={disabled}
            onChange={() => onChange(option)}
          />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="flex items-center gap-2 font-medium">
              {Icon && <Icon size={18} strokeWidth={1.75} />}
              {label}
            </span>
            {hint && <span className="text-sm text-muted">{hint}</span>}
          </span>
          {side}
        </label>
      ))}
    </fieldset>
  )
}

/** Radio buttons as a row of short labels, such as a filter. */
export function Segments<Value extends string>({
  legend,
  hideLegend,
  options,
  value,
  onChange,
  className,
}: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? 'sr-only' : 'field-label mb-1.5'}>{legend}</legend>
      <span className="segments">
        {options.map(({ value: option, label, disabled }) => (
          <label key={option}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option}
              checked={option === value}
              disabled={disabled}
              onChange={() => onChange(option)}
            />
            {label}
          </label>
        ))}
      </span>
    </fieldset>
  )
}

export interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}

export function Checkbox({ label, hint, className, ...rest }: TickProps) {
  return (
    <label
      className={classNames('flex min-h-11 cursor-pointer items-start gap-2.5 py-2 wide:min-h-8 wide:py-1', className)}
    >
      <input type="checkbox" {...rest} className="tick" />
      <span>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  )
}

/** A switch, for settings that take effect at once. */
export function Switch({ label, hint, className, ...rest }: TickProps) {
  return (
    <label className={classNames('flex min-h-11 cursor-pointer items-center justify-between gap-4', className)}>
      <span>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
      <input type="checkbox" role="switch" {...rest} className="switch" />
    </label>
  )
}

import { classNames } from '../../ui/class-names.ts'
import type { Selection } from './use-selection.ts'

export interface SelectAllProps {
  selection: Selection
  /** Shown next to the checkbox. */
  label?: string
  className?: string
}

/** Selects all items that are loaded. */
export function SelectAll({ selection: { isAll, isPart, toggleAll }, label, className }: SelectAllProps) {
  return (
    <label className={classNames('select-all', className)}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isPart
        }}
        type="checkbox"
        title={label ? undefined : 'Select all shown'}
        className="tick"
        aria-label={label ? undefined : 'Select all shown'}
        checked={isAll}
        onChange={toggleAll}
      />
      {label}
    </label>
  )
}

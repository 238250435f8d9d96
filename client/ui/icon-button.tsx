import type { ReactNode } from 'react'
import { type ButtonProps, look, whileBusy } from './button.tsx'
import { classNames } from './class-names.ts'
import type { Icon } from './icon.ts'
import { Spinner } from './spinner.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'wide' | 'busyLabel'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: Icon
  /** Drawn over the icon's corner, such as a CountBadge. Include the count in `label`. */
  badge?: ReactNode
}

export function IconButton({
  label,
  icon: Icon,
  badge,
  variant = 'plain',
  size,
  busy,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      {...whileBusy(busy, rest.onClick)}
      className={classNames(look({ variant, size }), 'button-icon', className)}
    >
      <span className="relative grid">
        {busy ? <Spinner /> : <Icon size={size === 'small' ? 16 : 20} strokeWidth={1.75} />}
        {badge && <span className="absolute bottom-[45%] left-[45%] grid w-max">{badge}</span>}
      </span>
    </button>
  )
}

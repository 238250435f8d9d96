import type { AnchorHTMLAttributes, ComponentProps, MouseEvent, MouseEventHandler } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import type { Icon } from './icon.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonLook {
  /** primary: the main action; quiet: other actions; danger: destructive ones; plain: in bars and rows. */
  variant?: 'primary' | 'quiet' | 'danger' | 'plain'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its container. */
  wide?: boolean
}

interface BusyProps {
  /** Ignores clicks while true. Focus and width don't change. */
  busy?: boolean
  /** The label while busy ('Creating Order…'); a spinner by default. */
  busyLabel?: string
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-busy'>, ButtonLook, BusyProps {
  icon?: Icon
}

export function Button({ variant, size, wide, busy, busyLabel, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...whileBusy(busy, rest.onClick)}
      className={classNames(look({ variant, size, wide }), className)}
    >
      <Face {...{ size, icon, busy, busyLabel, children }} />
    </button>
  )
}

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement>, ButtonLook, BusyProps {
  href: string
  icon?: Icon
  /** Passed to the next page in the history entry. */
  state?: unknown
  replace?: boolean
}

/** A link within the store that looks like a button. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  busy,
  busyLabel,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} {...whileBusy(busy, rest.onClick)} className={classNames(look({ variant, size, wide }), className)}>
      <Face {...{ size, icon, busy, busyLabel, children }} />
    </Link>
  )
}

type FaceProps = BusyProps & Pick<ButtonProps, 'size' | 'icon' | 'children'>

/** What a button shows, or while it is busy. */
function Face({ size, icon: Icon, busy, busyLabel, children }: FaceProps) {
  return (
    <>
      <span className={classNames('button-face', busy && 'button-face-hidden')}>
        {Icon && <Icon size={size === 'large' ? 18 : 16} />}
        {children}
      </span>
      {(busy || busyLabel) && (
        <span className={classNames('button-face', !busy && 'button-face-hidden')}>
          <Spinner />
          {busyLabel ?? <span className="sr-only">{children}</span>}
        </span>
      )}
    </>
  )
}

/** The classes of a button, for other elements that look like one, such as `<summary>`. */
export function look({ variant = 'quiet', size = 'medium', wide }: ButtonLook) {
  return classNames('button', `button-${variant}`, size !== 'medium' && `button-${size}`, wide && 'button-wide')
}

/** A busy button ignores clicks instead of being disabled, which would move the focus to the top of the page. */
export function whileBusy<E extends HTMLElement>(busy: boolean | undefined, onClick: MouseEventHandler<E> | undefined) {
  if (!busy) return { onClick }
  return {
    'aria-busy': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent<E>) => event.preventDefault(),
  }
}

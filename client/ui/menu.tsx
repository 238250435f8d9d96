import { Check } from 'lucide-react'
import { createContext, useContext, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import type { Icon } from './icon.ts'
import { usePopover } from './popover.tsx'

export interface MenuProps {
  /** The accessible name, read instead of the button's content. */
  label: string
  button: ReactNode
  buttonClassName?: string
  align?: 'start' | 'end'
  /** MenuEntry and MenuRule. */
  children: ReactNode
}

/** A menu button: arrow keys, Home and End move, Escape or a click outside closes it and returns the focus. */
export function Menu({ label, button, buttonClassName, align = 'end', children }: MenuProps) {
  const { close, buttonProps, panelProps } = usePopover(align, (panel) => {
    entriesOf(panel)[0]?.focus({ preventScroll: true })
  })
  return (
    <div className="menu">
      <button
        {...buttonProps}
        aria-label={label}
        aria-haspopup="menu"
        className={classNames('menu-button', buttonClassName)}
      >
        {button}
      </button>
      <div
        {...panelProps}
        role="menu"
        aria-label={label}
        className={classNames('menu-panel', align === 'start' && 'menu-panel-start')}
        onKeyDown={(event) => handleKey(event, close)}
      >
        <CloseMenu value={close}>{children}</CloseMenu>
      </div>
    </div>
  )
}

export interface MenuEntryProps {
  icon?: Icon
  /** At the right: a state ('ON'), a count, a Kbd. */
  side?: ReactNode
  /** The page to open … */
  href?: string
  /** … or the action to run, after the menu has closed and the focus is back on its button. */
  onSelect?: () => void
  /** Makes the entry a choice: `check` toggles (dark mode), `radio` is one of several (currency). */
  choice?: 'check' | 'radio'
  checked?: boolean
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}

export function MenuEntry(props: MenuEntryProps) {
  const { icon: Icon, side, href, onSelect, choice, checked, danger, disabled, children } = props
  const close = useContext(CloseMenu)
  const content = (
    <>
      {choice === 'radio' && <Check size={16} className={checked ? undefined : 'invisible'} />}
      {Icon && <Icon size={16} />}
      <span className="flex-1">{children}</span>
      {side && <span className="text-xs text-muted">{side}</span>}
    </>
  )
  const shared = {
    className: classNames('menu-entry', danger && 'menu-entry-danger'),
    role: choice ? (`menuitem${choice === 'check' ? 'checkbox' : 'radio'}` as const) : 'menuitem',
    'aria-checked': choice ? !!checked : undefined,
    'aria-disabled': disabled || undefined,
    tabIndex: -1,
  }
  function select() {
    if (disabled) return
    close()
    onSelect?.()
  }
  if (href && !disabled) {
    return (
      <Link href={href} {...shared} onClick={select}>
        {content}
      </Link>
    )
  }
  return (
    <button type="button" {...shared} onClick={select}>
      {content}
    </button>
  )
}

export function MenuRule() {
  return <div role="separator" className="menu-rule" />
}

const CloseMenu = createContext<() => void>(() => {})

const entriesOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('[role^=menuitem]')]

function handleKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.key === 'Tab') return close()
  const entries = entriesOf(event.currentTarget)
  const index = entries.findIndex((entry) => entry === document.activeElement)
  const target = { ArrowDown: index + 1, ArrowUp: index <= 0 ? -1 : index - 1, Home: 0, End: -1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  entries.at(target % entries.length)?.focus()
}

import {
  type FocusEvent,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
} from 'react'
import { classNames } from './class-names.ts'

export interface PopoverProps {
  /** The accessible name of button and panel, including any count: 'Notifications, 3 unread'. */
  label: string
  /** The button's content. */
  button: ReactNode
  /** For example `look({ variant: 'plain' })` from button.tsx. */
  buttonClassName?: string
  /** The edge of the button that the panel is aligned with. */
  align?: 'start' | 'end'
  panelClassName?: string
  /** Called after the panel has opened. */
  onOpen?: () => void
  /** A function gets `close`. Rendered only while the panel is open. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A panel below its button, such as the notifications. The browser opens and closes it, so it works before hydration. */
export function Popover({
  label,
  button,
  buttonClassName,
  align = 'end',
  panelClassName,
  onOpen,
  children,
}: PopoverProps) {
  const { open, close, buttonProps, panelProps } = usePopover(align, onOpen)
  return (
    <div className="menu">
      <button
        {...buttonProps}
        aria-label={label}
        aria-haspopup="dialog"
        className={classNames('menu-button', buttonClassName)}
      >
        {button}
      </button>
      <div
        {...panelProps}
        role="dialog"
        aria-label={label}
        className={classNames('menu-panel popover-panel', align === 'start' && 'menu-panel-start', panelClassName)}
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </div>
  )
}

/** As in menu.css. */
const exitMs = 120

/** Returns the props of a popover's button and panel, and whether it is open. */
export function usePopover(align: 'start' | 'end', onOpen?: (panel: HTMLElement) => void) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  // The user may have opened it before hydration.
  useEffect(() => setOpen(panel.current?.matches(':popover-open') ?? false), [])

  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)

  function onBeforeToggle(event: ToggleEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget) return
    clearTimeout(closing.current)
    if (event.newState === 'open') setOpen(true)
    // The content stays until the panel has faded out.
    else closing.current = setTimeout(() => setOpen(false), exitMs)
  }
  function onToggle(event: ToggleEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget) return
    if (event.newState === 'open') {
      positionWithoutAnchors(button, panel, align)
      onOpen?.(event.currentTarget)
    } else if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }
  const close = () => panel.current?.hidePopover()
  /** Tab leads on to the page, which the panel would cover. */
  function onBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget && relatedTarget !== button.current && !panel.current!.contains(relatedTarget)) close()
  }
  return {
    open,
    button,
    panel,
    close,
    buttonProps: {
      ref: button,
      type: 'button',
      popoverTarget: id,
      'aria-controls': id,
      onBlur,
    } as const,
    panelProps: { ref: panel, id, popover: 'auto', onBeforeToggle, onToggle, onBlur } as const,
  }
}

/** The style sheet positions the panel with CSS anchors; browsers without them get coordinates. */
function positionWithoutAnchors(
  button: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  align: 'start' | 'end',
) {
  if (CSS.supports('position-area: bottom') || !button.current || !panel.current) return
  const { left, right, bottom } = button.current.getBoundingClientRect()
  const { style } = panel.current
  style.top = `${bottom}px`
  if (align === 'start') style.left = `${left}px`
  else style.right = `${document.documentElement.clientWidth - right}px`
}

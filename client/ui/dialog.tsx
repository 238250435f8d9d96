import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import { IconButton } from './icon-button.tsx'
import { classNames } from './class-names.ts'
import { fadeOut } from './fade-out.ts'
import { LAYER_CHANGE } from './layer-change.ts'

export interface DialogProps {
  open: boolean
  /** Called on Escape, the close button or a click on the backdrop. Set `open` to false here. */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** The row of buttons, which stays in view while the content scrolls. */
  foot?: ReactNode
  wide?: boolean
  /** At less than 600 px, the dialog is a full-width sheet at the bottom. */
  sheet?: boolean
  /** Can't be closed while true. */
  busy?: boolean
  /** Once something was typed, a click on the backdrop doesn't close it. */
  keepsChanges?: boolean
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog'
  describedBy?: string
}

/**
 * A modal dialog. The page behind is inert; focus moves to `[data-autofocus]` or the first control, unless that would
 * bring up a phone's keyboard, and back when it closes. The children are rendered only while it is open; what fades out is a copy.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  children,
  foot,
  wide,
  sheet,
  busy,
  keepsChanges,
  role,
  describedBy,
}: Omit<DialogProps, 'open'>) {
  const titleId = useId()
  const { ref, ...handlers } = useModal(onClose, { busy, keepsChanges, avoidsKeyboard: true })
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={classNames('dialog', wide && 'dialog-wide', sheet && 'dialog-sheet')}
      {...handlers}
    >
      <div className="dialog-head">
        <h2 id={titleId} className="dialog-title">
          {title}
        </h2>
      </div>
      {children && <div className="dialog-body">{children}</div>}
      {foot && <div className="dialog-foot">{foot}</div>}
      {/* Last, so that the first field gets the focus when the dialog opens. */}
      <IconButton icon={X} label="Close" size="small" className="dialog-close" disabled={busy} onClick={onClose} />
    </dialog>
  )
}

type ModalOptions = {
  busy?: boolean | undefined
  keepsChanges?: boolean | undefined
  /** On phones, the dialog takes the focus instead of a field: the keyboard would cover what is to be read first. */
  avoidsKeyboard?: boolean
}

const isPhone = () => matchMedia('(pointer: coarse), (width < 37.5rem)').matches
const typedInto = 'textarea, input:not([type=radio], [type=checkbox])'

/** What a `<dialog>` element needs to be modal: its ref and handlers. */
export function useModal(onClose: () => void, { busy, keepsChanges, avoidsKeyboard }: ModalOptions = {}) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const isChanged = useRef(false)

  useLayoutEffect(() => {
    const dialog = ref.current!
    const opener = document.activeElement
    const page = document.documentElement
    page.toggleAttribute('data-scrollbar', innerWidth > page.clientWidth)
    dialog.showModal()
    const control = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? document.activeElement
    if (avoidsKeyboard && isPhone() && control?.matches(typedInto)) dialog.focus()
    else if (control instanceof HTMLElement) control.focus()
    document.dispatchEvent(new Event(LAYER_CHANGE))
    return () => {
      fadeOut(dialog)
      closeDialog(dialog, opener)
      document.dispatchEvent(new Event(LAYER_CHANGE))
    }
  }, [avoidsKeyboard])

  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      if (!busy) onClose()
    },
    // Browsers let a second Escape close a dialog without a cancel event.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && event.currentTarget.isConnected && !event.currentTarget.open)
        onClose()
    },
    onMouseDown: (event: MouseEvent) => {
      pressedOutside.current = isOutside(event)
    },
    onInput: () => void (isChanged.current = true),
    // A text selection that starts inside and ends on the backdrop must not close the dialog.
    onClick: (event: MouseEvent) => {
      const isKept = busy || (keepsChanges && isChanged.current)
      if (pressedOutside.current && isOutside(event) && !isKept) onClose()
    },
  }
}

/** Closes a dialog. Chromium gives a text field the focus back without its cursor, so that nothing could be typed. */
function closeDialog(dialog: HTMLDialogElement, opener: Element | null) {
  const field = opener instanceof HTMLTextAreaElement || opener instanceof HTMLInputElement ? opener : null
  const cursor = field?.selectionStart ?? null
  dialog.close()
  if (cursor !== null && document.activeElement === field) field?.setSelectionRange(cursor, cursor)
}

function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent) {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

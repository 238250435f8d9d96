import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { isFocusLost } from '../lib/is-focus-lost.ts'

export interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  /** What will happen, in a sentence. */
  text?: ReactNode
  /** The action itself: 'Cancel order', not 'OK'. */
  confirmLabel: string
  busyLabel?: string
  cancelLabel?: string | undefined
  danger?: boolean
  busy?: boolean
  /** Confirming isn't possible yet, for example because a reason is missing. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  /** A field to fill in before confirming. It gets the focus. */
  children?: ReactNode
}

/** Asks for confirmation. The confirm button has the focus, unless the action is destructive: then it is Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirmLabel, busyLabel, cancelLabel = 'Cancel', danger, busy, disabled } = props
  const { onConfirm, onClose, children } = props
  const textId = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A button that is disabled loses the focus, and with it the dialog.
    if (disabled && isFocusLost()) cancel.current?.focus()
  }, [disabled])
  const autofocus = (isDefault: boolean) => (isDefault && !children ? true : undefined)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      sheet
      keepsChanges
      busy={busy}
      role="alertdialog"
      describedBy={text ? textId : undefined}
      foot={
        <>
          <Button ref={cancel} disabled={busy} data-autofocus={autofocus(!!danger)} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
            disabled={disabled}
            data-autofocus={autofocus(!danger)}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(text || children) && (
        <div className="grid gap-4">
          {text && (
            <p id={textId} className="text-muted">
              {text}
            </p>
          )}
          {children}
        </div>
      )}
    </Dialog>
  )
}

import { useId, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  /** What will happen, in a sentence. */
  text?: ReactNode
  /** The verb itself: 'Cancel order', not 'OK'. */
  confirmLabel: string
  busyLabel?: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  /** Confirming is not possible yet, such as while a reason is missing. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  /** A field that belongs to the answer. It gets the focus. */
  children?: ReactNode
}

/** Asks before something is done. Enter confirms, except where something would be lost: there the way back has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirmLabel, busyLabel, cancelLabel = 'Cancel', danger, busy, disabled } = props
  const { onConfirm, onClose, children } = props
  const textId = useId()
  const focus = (here: boolean) => (here && !children ? true : undefined)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      busy={busy}
      role="alertdialog"
      describedBy={text ? textId : undefined}
      foot={
        <>
          <Button disabled={busy} data-autofocus={focus(!!danger)} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
            disabled={disabled}
            data-autofocus={focus(!danger)}
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

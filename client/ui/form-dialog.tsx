import { useId, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface FormDialogProps {
  title: ReactNode
  /** The action: 'Create coupon'. */
  submitLabel: string
  formRef: RefObject<HTMLFormElement | null>
  busy: boolean
  busyLabel?: string
  /** The form can't be submitted now. */
  disabled?: boolean
  wide?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form, Cancel and a button that submits it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, formRef, busy, busyLabel = 'Saving…', disabled = false, wide = false } = props
  const { onSubmit, onClose, children } = props
  const id = useId()
  return (
    <Dialog
      open
      sheet
      keepsChanges
      wide={wide}
      busy={busy}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel={busyLabel} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={id}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!disabled) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

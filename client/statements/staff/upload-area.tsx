import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { DateOrder } from '../../../shared/statements/staff-schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDay } from './format-day.ts'
import type { useStatementUpload } from './use-statement-upload.ts'

type Upload = ReturnType<typeof useStatementUpload>

/** The button that chooses a file. */
export function UploadButton({ statement: { busy, upload } }: { statement: Upload }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" icon={FileUp} busy={busy} busyLabel="Reading…" onClick={() => input.current?.click()}>
        <span>
          Import<span className="max-sm:sr-only"> a statement</span>
        </span>
      </Button>
      <input
        ref={input}
        type="file"
        aria-label="Bank statement"
        className="sr-only"
        tabIndex={-1}
        accept=".csv,.tsv,.txt,.ofx,.qfx,.sta,.mt940,.940,.xml"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) upload(file)
        }}
      />
    </>
  )
}

/** Imports a file that is dropped anywhere on it, and asks what is unclear about it. */
export function UploadArea({ statement, children }: { statement: Upload; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <div
      className="relative grid min-h-full flex-1 content-start"
      onDragOver={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) statement.upload(file)
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-4 z-20 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90">
          <p className="heading text-xl">Drop the bank statement to import it</p>
        </div>
      )}
      <Questions statement={statement} />
      <RefusalDialog statement={statement} />
    </div>
  )
}

function Questions({ statement: { busy, question, upload, cancel } }: { statement: Upload }) {
  if (!question) return null
  const { file, answers, message, account, kind, days } = question
  if (kind === 'account') {
    return (
      <ConfirmDialog
        open
        danger
        title="Import from another account?"
        text={message}
        confirmLabel="Import statement"
        busy={busy}
        onConfirm={() => upload(file, { ...answers, account })}
        onClose={cancel}
      />
    )
  }
  const answer = (dates: DateOrder) => upload(file, { ...answers, dates })
  return (
    <Dialog
      open
      sheet
      busy={busy}
      title="How are the dates written?"
      onClose={cancel}
      foot={
        <>
          <Button busy={busy} onClick={() => answer('mdy')}>
            <Answer text="Month first" day={days.mdy} />
          </Button>
          <Button busy={busy} onClick={() => answer('dmy')}>
            <Answer text="Day first" day={days.dmy} />
          </Button>
        </>
      }
    >
      {/* The focus is here, not on an answer: Enter would choose it unread. */}
      <p tabIndex={-1} data-autofocus className="text-muted outline-none">
        {message} Your answer is remembered for this bank.
      </p>
    </Dialog>
  )
}

/** With the day that the example is then. */
const Answer = ({ text, day }: { text: string; day: string | null | undefined }) => (
  <span className="grid justify-items-center py-1.5">
    {text}
    {day && <span className="text-xs font-normal text-muted">{formatDay(day)}</span>}
  </span>
)

/** Why a file was not imported. */
function RefusalDialog({ statement: { refusal, cancel } }: { statement: Upload }) {
  if (!refusal) return null
  return (
    <Dialog
      open
      sheet
      role="alertdialog"
      title={<span className="wrap-anywhere">{`${refusal.name} wasn’t imported`}</span>}
      onClose={cancel}
      foot={
        <Button variant="primary" data-autofocus onClick={cancel}>
          Close
        </Button>
      }
    >
      <p className="text-muted">{refusal.message}</p>
    </Dialog>
  )
}

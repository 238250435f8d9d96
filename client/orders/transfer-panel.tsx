import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { TransferReference } from '../../shared/orders/routes.ts'
import { canMove } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { needsProof } from '../../shared/payments/proof-schema.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { transferReferenceInText, transferReferenceLabels } from '../../shared/payments/words.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient } from '../client-context.tsx'
import { changeReference } from '../payments/proof-actions.ts'
import { ProofField } from '../payments/proof-field.tsx'
import { useStartsInOneColumn } from '../payments/use-starts-in-one-column.ts'
import { referenceHints } from '../payments/reference-hint.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { Shortened } from '../ui/shortened.tsx'
import { TextInput } from '../ui/input.tsx'
import { Note } from '../ui/note.tsx'
import { useAfterRender } from '../ui/use-after-render.ts'
import '../payments/folded.css'

/** The customer's transfer while it is looked for: its reference, which can be added or corrected, and pictures of it. */
export function TransferPanel({ order }: { order: Order }) {
  const isRequested = needsProof(order)
  const isShort = restOf(order) > 0
  const isOneColumn = useStartsInOneColumn()
  // Once open, it stays open under what is being typed.
  const [isOpen, setOpen] = useState(!isShort && !(isOneColumn && order.transferReference))
  if (isRequested && !isOpen) setOpen(true)
  if (order.paymentStatus !== 'paid' || !canMove(order, 'changeProofs')) return null
  return (
    <section aria-labelledby="transfer" className="surface">
      {/* While the rest is to be sent, that comes first. On a phone, a reference that was given is enough. */}
      <details className="folded" open={isOpen}>
        <summary>
          <h2 id="transfer" className="text-lg">
            Your transfer
          </h2>
          <span className={classNames('text-sm text-muted', !isShort && 'folded-hint')}>
            {isShort || !order.transferReference ? (
              'Add its reference or a picture'
            ) : (
              <Shortened text={order.transferReference} />
            )}
          </span>
          <ChevronDown size={18} />
        </summary>
        <div className="grid gap-4 pt-2 pb-2">
          {isRequested && (
            <Note tone="waiting" title="Staff asked for a picture of your transfer">
              A screenshot or photo of its confirmation helps us find it.
            </Note>
          )}
          <ReferenceForm order={order} />
          <ProofField order={order} isRequested={isRequested} />
        </div>
      </details>
    </section>
  )
}

function ReferenceForm({ order }: { order: Order }) {
  const client = useClient()
  const current = order.transferReference ?? ''
  const [isOpen, setOpen] = useState(false)
  const [reference, setReference] = useState(current)
  const [error, setError] = useState('')
  const [form, focusFirstError] = useFocusFirstError()
  const afterRender = useAfterRender()
  const input = useRef<HTMLInputElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const { busy, run } = useAct(
    async (text: string) => {
      await changeReference(client, order._id, text)
      return 'Reference saved'
    },
    { failed: 'The reference could not be saved', onDone: close },
  )

  function open() {
    setReference(current)
    setOpen(true)
    afterRender(() => input.current?.focus())
  }
  function close() {
    setOpen(false)
    setError('')
    afterRender(() => edit.current?.focus())
  }

  function submit() {
    const parsed = TransferReference.safeParse(reference)
    if (parsed.success) return run(parsed.data)
    setError(
      reference.trim() ? parsed.error.issues[0]!.message : `Enter the ${transferReferenceInText(order.paymentMethod)}`,
    )
    focusFirstError()
  }

  if (!isOpen && current !== '') {
    return (
      <div className="flex items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-muted">{transferReferenceLabels[order.paymentMethod]}</p>
          <p className="font-medium">
            <Shortened text={current} />
          </p>
        </div>
        <Button ref={edit} size="small" onClick={open}>
          Edit
        </Button>
      </div>
    )
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label={transferReferenceLabels[order.paymentMethod]}
        hint={referenceHints[order.paymentMethod]}
        error={error}
      >
        <TextInput
          ref={input}
          value={reference}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          onChange={(event) => {
            // Stays open with what was typed if another tab saves a reference meanwhile.
            setOpen(true)
            setReference(event.target.value)
            setError('')
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={busy} busyLabel="Saving…">
          Save the reference
        </Button>
        {current !== '' && (
          <Button size="small" variant="plain" onClick={close}>
            Keep it
          </Button>
        )}
      </div>
    </form>
  )
}

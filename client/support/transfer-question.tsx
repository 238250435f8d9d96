import { Send } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { orderNumber } from '../../shared/orders/rules.ts'
import { TransferReference } from '../../shared/orders/routes.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { transferReferenceInText, transferReferenceLabels } from '../../shared/payments/words.ts'
import { referenceHints } from '../payments/reference-hint.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import { sendMessage } from './send.ts'

/** Asks support to look for a transfer: sends its reference with the order attached, and opens the conversation. */
export function TransferQuestion({ order, amount }: { order: Order; amount: string }) {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? null)
  const [, navigate] = useLocation()
  const [form, focusFirstError] = useFocusFirstError()
  const [reference, setReference] = useState(order.transferReference ?? '')
  const [error, setError] = useState('')

  function submit() {
    const parsed = TransferReference.safeParse(reference)
    if (!parsed.success) {
      setError(
        reference.trim()
          ? parsed.error.issues[0]!.message
          : `Enter the ${transferReferenceInText(order.paymentMethod)}`,
      )
      return focusFirstError()
    }
    if (!me) return
    const number = orderNumber(order._id)
    sendMessage(client, me, {
      message: `I sent ${amount} for order #${number}. The ${transferReferenceInText(order.paymentMethod)} is ${parsed.data}. Please look for it.`,
      attachment: { kind: 'order', id: order._id, name: number },
    })
    navigate('/support')
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label={transferReferenceLabels[order.paymentMethod]}
        error={error}
        hint={referenceHints[order.paymentMethod]}
      >
        <TextInput
          value={reference}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          onChange={(event) => {
            setReference(event.target.value)
            setError('')
          }}
        />
      </Field>
      <Button type="submit" variant="primary" icon={Send} className="justify-self-start max-sm:w-full">
        Send to support
      </Button>
    </form>
  )
}

import { useState } from 'react'
import type { User } from '../../shared/accounts.ts'
import { referralWindow } from '../../shared/referrals.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useNow } from '../orders/use-now.ts'
import { dayAndTimeOf } from '../orders/when.ts'
import { isFailure, useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { redeemCode } from './actions.ts'
import { readCode } from './code-fault.ts'

/** Whoever came a few days ago may still say who brought them. */
export function UseCode({ user }: { user: User }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const now = useNow(60_000)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const until = user.createdAt + referralWindow

  async function apply() {
    if (busy) return
    const { code } = readCode(typed)
    if (code === null) return refuse(typed.trim() === '' ? 'Please enter a referral code' : 'Invalid code')
    setBusy(true)
    try {
      await redeemCode(client, code, user._id)
      toast('Referral code applied successfully.', { type: 'success' })
    } catch (error) {
      const isUnknown = isFailure(error) && error.status === 404
      refuse(isUnknown ? 'Invalid code' : tellFailure(error, 'Invalid code', 'Network error. Please try again.'))
    }
    setBusy(false)
  }

  function refuse(words: string) {
    setFault(words)
    toast(words, { type: 'error' })
    focusFirstFault()
  }

  if (now > until) return null
  return (
    <section aria-labelledby="use" className="surface p-5">
      <h2 id="use" className="text-lg">
        Did a friend bring you?
      </h2>
      <p className="mt-1.5 mb-4 text-sm text-muted">You can say so until {dayAndTimeOf(until)}, once.</p>
      <form
        ref={form}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void apply()
        }}
      >
        <Field label="Your friend’s code" error={fault}>
          <TextInput
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="uppercase"
            onChange={(event) => {
              setTyped(event.target.value)
              setFault('')
            }}
          />
        </Field>
        <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Applying…">
          Apply code
        </Button>
      </form>
    </section>
  )
}

import { useState } from 'react'
import type { User } from '../../shared/accounts/schema.ts'
import { referralWindowMs } from '../../shared/referrals/rules.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { useNow } from '../lib/use-now.ts'
import { formatDateTime } from '../lib/format-date.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { redeemCode } from './actions.ts'
import { parseCode } from './parse-code.ts'

/** Applies a friend's code, within the first days after registering. */
export function RedeemCode({ user }: { user: User }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const now = useNow(60_000)
  const { isLoaded, usedCode } = useStore((state) => state.referrals)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const deadline = user.createdAt + referralWindowMs

  const { busy, run } = useAct(
    async (code: string) => {
      try {
        await redeemCode(client, code, user._id)
        return 'Referral code applied successfully.'
      } catch (failure) {
        showError(redeemError(failure))
      }
    },
    { failed: invalidCode },
  )

  function submit() {
    const { code } = parseCode(text)
    if (code !== null) return run(code)
    showError(text.trim() === '' ? 'Please enter a referral code' : invalidCode)
  }

  function showError(message: string) {
    setError(message)
    toast(message, { type: 'error' })
    focusFirstError()
  }

  if (!isLoaded || usedCode || now > deadline) return null
  return (
    <section aria-labelledby="use" className="surface p-5 wide:col-start-2">
      <h2 id="use" className="text-lg">
        Did a friend refer you?
      </h2>
      <p className="mt-1.5 mb-4 text-sm text-muted">You can enter one code until {formatDateTime(deadline)}.</p>
      <form
        ref={form}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="Your friend’s code" error={error}>
          <TextInput
            value={text}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="uppercase"
            onChange={(event) => {
              setText(event.target.value)
              setError('')
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

const invalidCode = 'Invalid code'

function redeemError(error: unknown): string {
  const isUnknown = isFailure(error) && error.status === 404
  return isUnknown ? invalidCode : errorMessage(error, invalidCode, 'Network error. Please try again.')
}

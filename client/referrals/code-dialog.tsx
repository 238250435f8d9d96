import { useEffect, useEffectEvent, useId, useState } from 'react'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { createCode } from './actions.ts'
import { parseCode } from './parse-code.ts'

/** How long the dialog stays open after saving (docs/rules.md). */
const closeDelayMs = 800

/** Creates the user's referral code, which can't be changed later. */
export default function CodeDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [form, focusFirstError] = useFocusFirstError()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isSaved, setSaved] = useState(false)
  const { busy, run } = useAct(
    async (code: string) => {
      await createCode(client, code)
      setSaved(true)
      return 'Referral code saved'
    },
    {
      failed: 'Failed to create code',
      onFailed(failure) {
        setError(errorMessage(failure, 'Failed to create code'))
        focusFirstError()
      },
    },
  )
  const isLocked = busy || isSaved

  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => close(), closeDelayMs)
    return () => clearTimeout(timer)
  }, [isSaved])

  function save() {
    if (isLocked) return
    const parsed = parseCode(text)
    if (parsed.code !== null) return run(parsed.code)
    setError(parsed.error)
    toast(parsed.error, { type: 'error' })
    focusFirstError()
  }

  return (
    <Dialog
      open
      keepsChanges
      sheet
      busy={isLocked}
      onClose={onClose}
      title="Create your referral code"
      foot={
        <>
          <Button disabled={isLocked} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={isLocked} busyLabel={isSaved ? 'Saved' : 'Saving…'}>
            Save code
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label="Referral code"
          hint="2 to 32 letters and numbers, such as your name. It can’t be changed later."
          error={error}
        >
          <TextInput
            value={text}
            readOnly={isLocked}
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
      </form>
    </Dialog>
  )
}

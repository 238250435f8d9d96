import { useEffect, useEffectEvent, useId, useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { createCode } from './actions.ts'
import { readCode } from './code-fault.ts'

/** Between the toast and the end of the dialog, in milliseconds (SPEC.md §9). */
const pause = 800

/** One's referral code, chosen once. */
export default function CodeDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [form, focusFirstFault] = useFirstFault()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')

  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => close(), pause)
    return () => clearTimeout(timer)
  }, [state])

  async function save() {
    if (state !== 'idle') return
    const { code, fault } = readCode(typed)
    if (fault !== null) return refuse(fault)
    setState('busy')
    try {
      await createCode(client, code)
      toast('Referral code saved', { type: 'success' })
      setState('done')
    } catch (error) {
      setState('idle')
      refuse(tellFailure(error, 'Failed to create code'))
    }
  }

  function refuse(words: string) {
    setFault(words)
    toast(words, { type: 'error' })
    focusFirstFault()
  }

  return (
    <Dialog
      open
      sheet
      busy={state !== 'idle'}
      onClose={onClose}
      title="Create your referral code"
      foot={
        <>
          <Button disabled={state !== 'idle'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={state !== 'idle'}
            busyLabel={state === 'done' ? 'Saved' : 'Saving…'}
          >
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
          void save()
        }}
      >
        <Field
          label="Referral code"
          hint="2 to 32 letters and numbers, such as your name. It is yours for good and can’t be changed later."
          error={fault}
        >
          <TextInput
            value={typed}
            readOnly={state !== 'idle'}
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
      </form>
    </Dialog>
  )
}

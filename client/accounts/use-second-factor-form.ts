import { useState } from 'react'
import { isFailure } from '../client-context.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { useToast } from '../ui/toast.tsx'
import { fieldOf, type Proof } from './second-factor-actions.ts'

/** A form with the current password and a code. `act` sends them and returns what a toast says; its errors show at their field. */
export function useSecondFactorForm(act: (values: Proof) => Promise<string>, onDone?: () => void) {
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const [values, setValues] = useState<Proof>({ password: '', code: '' })
  const [errors, setErrors] = useState<Partial<Proof>>({})

  const { busy, run } = useAct(() => act(values), {
    failed: 'An error occurred',
    unreached: 'Network error. Please try again.',
    ...(onDone && { onDone }),
    onFailed(error) {
      const field = isFailure(error) && fieldOf[error.code]
      showErrors(field ? { [field]: errorMessage(error, 'An error occurred') } : {})
    },
  })

  const field = (name: keyof Proof) => ({
    name,
    value: values[name],
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function showErrors(found: Partial<Proof>) {
    setErrors(found)
    focusFirstError()
  }

  function reject(name: keyof Proof, message: string) {
    toast(message, { type: 'error' })
    showErrors({ [name]: message })
  }

  return { form, values, errors, field, reject, busy, run }
}

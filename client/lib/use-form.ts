import { useState } from 'react'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { useToast } from '../ui/toast.tsx'
import { errorMessage } from './error-message.ts'
import { useAct } from './use-act.ts'

export type FormErrors<Form> = Partial<Record<keyof Form, string>>

/** The input in what was typed, or errors by field. */
export type ParsedForm<Form, Input> = { input: Input } | { errors: FormErrors<Form> }

export interface UseFormOptions<Form, Input> {
  initial: Form
  parse: (form: Form) => ParsedForm<Form, Input>
  /** Returns the success message, if there is one to show. */
  save: (input: Input) => Promise<string | void>
  /** Shown when saving fails and the server gives no message. */
  failed: string
  unreached?: string
  /** The field that a failure is shown at; by default it is shown as a toast only. */
  failedField?: keyof Form
  onDone?: () => void
}

/**
 * The state of a form: what was typed, errors by field, and saving it. Invalid fields are marked, named in a toast, and
 * the first gets the focus. `formRef` belongs to the form element.
 */
export function useForm<Form extends object, Input>(options: UseFormOptions<Form, Input>) {
  const { initial, parse, save, failed, unreached = 'Network error. Please try again.', failedField, onDone } = options
  const toast = useToast()
  const [formRef, focusFirstError] = useFocusFirstError()
  const [form, setForm] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<Form>>({})
  const { busy, run } = useAct(save, {
    failed,
    unreached,
    ...(onDone && { onDone }),
    onFailed(error) {
      if (failedField === undefined) return
      setErrors({ [failedField]: errorMessage(error, failed, unreached) } as FormErrors<Form>)
      focusFirstError()
    },
  })

  function submit() {
    const parsed = parse(form)
    if ('input' in parsed) return run(parsed.input)
    setErrors(parsed.errors)
    const messages = Object.values<string | undefined>(parsed.errors)
    toast(messages.length === 1 ? messages[0]! : 'Please correct the highlighted fields', { type: 'error' })
    focusFirstError()
  }

  return {
    formRef,
    form,
    errors,
    busy,
    submit,
    change(fields: Partial<Form>) {
      setForm((before) => ({ ...before, ...fields }))
      setErrors((before) => ({
        ...before,
        ...Object.fromEntries(Object.keys(fields).map((name) => [name, undefined])),
      }))
    },
    /** Replaces all that was typed. */
    fill(next: Form) {
      setForm(next)
      setErrors({})
    },
  }
}

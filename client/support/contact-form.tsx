import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { ContactMessage } from '../../shared/support/input-schema.ts'
import { maxMessageLength } from '../../shared/support/schema.ts'
import { Captcha } from '../accounts/captcha.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import { Note } from '../ui/note.tsx'
import { NeedsScripts, PostForm, useTypedBeforeHydration } from '../ui/post-form.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useToast } from '../ui/toast.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { sendContact } from './actions.ts'

type Values = { name: string; email: string; message: string }
type Errors = Partial<Record<keyof Values, string>>

/** A message to support from someone without an account. */
export function ContactForm() {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstError] = useFocusFirstError()
  const [values, setValues] = useState<Values>({ name: '', email: '', message: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [sent, setSent] = useState<string | null>(null)
  const captcha = useCaptcha()
  const hydrated = useHydrated()
  useTypedBeforeHydration(form, (typed) => setValues((current) => ({ ...current, ...typed })))
  const { busy, run } = useAct(async () => setSent(await sendContact(client, { ...values, ...captcha.fields })), {
    failed: 'Failed to send message',
    unreached: 'Network error. Please try again.',
    onFailed: captcha.renew,
  })

  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    readOnly: busy,
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  function submit() {
    const found = validate(values)
    setErrors(found)
    const first = found.name ?? found.email ?? found.message ?? captcha.check()
    if (!first) return run()
    toast(first, { type: 'error' })
    focusFirstError()
  }

  if (sent) {
    return (
      <div ref={focusElement} tabIndex={-1} className="mt-4 scroll-mt-11 outline-none">
        <Note tone="good" icon={MailCheck} title="Message sent">
          <p className="wrap-anywhere">{sent}</p>
        </Note>
      </div>
    )
  }
  return (
    <>
      <p className="mt-1.5 text-muted">
        We answer by email. Is it about an order?{' '}
        <Link href="/auth" className="link">
          Log in
        </Link>{' '}
        and use the support chat, where we can see your order.
      </p>
      <PostForm ref={form} className="mt-5 grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" error={errors.name}>
            <TextInput {...field('name')} autoComplete="name" maxLength={80} />
          </Field>
          <Field label="Email" error={errors.email}>
            <TextInput {...field('email')} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
          </Field>
        </div>
        <Field label="Message" error={errors.message}>
          <TextArea {...field('message')} rows={6} maxLength={maxMessageLength} />
        </Field>
        <Captcha attempt={captcha.attempt} error={captcha.error} onToken={captcha.setToken} />
        <div>
          <Button type="submit" variant="primary" size="large" disabled={!hydrated} busy={busy} busyLabel="Sending…">
            Send message
          </Button>
        </div>
        <NeedsScripts what="This form" />
      </PostForm>
    </>
  )
}

/** What replaces the form is much shorter, and would be above the screen of a phone. */
const focusElement = (element: HTMLElement | null) => element?.focus()

function validate(values: Values): Errors {
  const errors: Errors = {}
  for (const { path, message } of ContactMessage.safeParse(values).error?.issues ?? []) {
    errors[path[0] as keyof Values] ??= message
  }
  return errors
}

/** The captcha's solution; each is valid once, so a failed attempt needs another. */
function useCaptcha() {
  const isOff = useStore((state) => (state.config?.captcha.provider ?? 'off') === 'off')
  const [attempt, setAttempt] = useState(0)
  const [token, setToken] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  return {
    attempt,
    error,
    fields: token === null ? {} : { recaptchaToken: token },
    setToken: (solution: string | null) => {
      setToken(solution)
      if (solution !== null) setError(null)
    },
    renew: () => {
      setToken(null)
      setAttempt((count) => count + 1)
    },
    /** @returns what is missing */
    check: () => {
      const missing = isOff || token !== null ? undefined : 'Please complete the reCAPTCHA'
      setError(missing ?? null)
      return missing
    },
  }
}

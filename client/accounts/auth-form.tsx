import { useEffect, useRef, useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Field, focusFirstFault } from '../ui/field.tsx'
import { PasswordInput, TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { register, signIn } from './actions.ts'
import { type AuthErrors, type AuthField, type AuthMode, findFaults, firstFault, noValues } from './auth-fields.ts'
import { Captcha } from './captcha.tsx'
import { DemoPeople } from './demo-people.tsx'

export type { AuthMode } from './auth-fields.ts'
export const authTitles: Record<AuthMode, string> = { login: 'Log in to Kade', register: 'Create your account' }

/** Between the toast and what comes next, in milliseconds (SPEC.md §4). */
const pause = 1500

export interface AuthFormProps {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  /** While it is sent, and from the success on. */
  onBusy?: (busy: boolean) => void
  /** Some time after the success, when it has been read. */
  onDone: () => void
}

/** Logging in and registering: one form, so that what was typed stays when one changes one's mind. */
export function AuthForm({ mode, onMode, onBusy, onDone }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(noValues)
  const [errors, setErrors] = useState<AuthErrors>({})
  const auth = useAuth({ mode, onBusy, onDone })
  const words =
    mode === 'login' ? { submit: 'Login', busy: 'Logging in…' } : { submit: 'Register', busy: 'Registering…' }

  const field = (name: AuthField) => ({
    name,
    value: values[name],
    readOnly: auth.busy,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  async function submit() {
    if (auth.busy) return
    const faults = findFaults(mode, values)
    setErrors(faults)
    if (firstFault(faults)) focusFirstFault(form.current)
    await auth.submit(values, firstFault(faults))
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {mode === 'register' && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="First name" error={errors.firstName}>
            <TextInput {...field('firstName')} autoComplete="given-name" maxLength={60} />
          </Field>
          <Field label="Last name" error={errors.lastName}>
            <TextInput {...field('lastName')} autoComplete="family-name" maxLength={60} />
          </Field>
        </div>
      )}
      <Field label="Email" error={errors.email}>
        <TextInput {...field('email')} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field
        label="Password"
        error={errors.password}
        hint={mode === 'register' ? 'At least 6 characters. With 12 or more it is much safer.' : undefined}
      >
        <PasswordInput {...field('password')} autoComplete={mode === 'login' ? 'current-password' : 'new-password'} />
      </Field>
      {mode === 'register' && (
        <Field label="Confirm password" error={errors.confirmation}>
          <PasswordInput {...field('confirmation')} autoComplete="new-password" />
        </Field>
      )}
      <Captcha round={auth.round} error={auth.captchaError} onToken={auth.setToken} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={auth.busy}
        busyLabel={auth.done ? 'Welcome' : words.busy}
      >
        {words.submit}
      </Button>
      <p className="text-center text-sm text-muted">
        {mode === 'login' ? 'New to Kade? ' : 'Already have an account? '}
        <button
          type="button"
          className="link py-3 font-medium wide:py-1"
          onClick={() => {
            setErrors({})
            onMode(mode === 'login' ? 'register' : 'login')
          }}
        >
          {mode === 'login' ? 'Create an account' : 'Log in'}
        </button>
      </p>
      {mode === 'login' && <DemoPeople onPick={(email, password) => setValues({ ...values, email, password })} />}
    </form>
  )
}

function useAuth({ mode, onBusy, onDone }: Pick<AuthFormProps, 'mode' | 'onBusy' | 'onDone'>) {
  const client = useClient()
  const toast = useToast()
  const guarded = useStore((state) => state.config?.captcha.provider !== 'off')
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [token, setToken] = useState<string | null>(null)
  const [captchaError, setCaptchaError] = useState<string | null>(null)
  const [round, setRound] = useState(0)

  const finish = useRef(onDone)
  useEffect(() => void (finish.current = onDone))
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => finish.current(), pause)
    return () => clearTimeout(timer)
  }, [state])

  function become(next: typeof state) {
    setState(next)
    onBusy?.(next !== 'idle')
  }

  async function submit(values: typeof noValues, fault: string | undefined) {
    const unsolved = guarded && !token ? 'Please complete the reCAPTCHA' : null
    setCaptchaError(unsolved)
    const wrong = fault ?? unsolved
    if (wrong) return toast(wrong, { type: 'error' })

    const { email, password, firstName, lastName } = values
    const credentials = { email: email.trim(), password, ...(token && { recaptchaToken: token }) }
    become('busy')
    try {
      if (mode === 'login') await signIn(client, credentials)
      else await register(client, { ...credentials, firstName: firstName.trim(), lastName: lastName.trim() })
      toast(mode === 'login' ? 'Logged in successfully' : 'Registered successfully', { type: 'success' })
      become('done')
    } catch (error) {
      toast(tellFailure(error, 'Network error. Please try again.'), { type: 'error' })
      // A solution is good once.
      setToken(null)
      setRound(round + 1)
      become('idle')
    }
  }

  return {
    busy: state !== 'idle',
    done: state === 'done',
    round,
    captchaError: token ? null : captchaError,
    setToken,
    submit,
  }
}

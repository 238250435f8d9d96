import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { PasswordInput, TextInput } from '../ui/input.tsx'
import { type AuthErrors, type AuthField, type AuthMode, firstFault, noValues, passwordHint } from './auth-fields.ts'
import { referrerCode } from './brought-by.ts'
import { Captcha } from './captcha.tsx'
import { CodeField } from './code-field.tsx'
import { DemoPeople } from './demo-people.tsx'
import { useAuth } from './use-auth.ts'

export type { AuthMode } from './auth-fields.ts'
export const authTitles: Record<AuthMode, string> = { login: 'Log in to Kade', register: 'Create your account' }

export interface AuthFormProps {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  /** While it is sent, and from the success on. */
  onBusy?: (busy: boolean) => void
  /** Some time after the success, when it has been read. */
  onDone: () => void
  /** Away to another page. */
  onLeave?: () => void
}

/** Logging in and registering: one form, so that what was typed stays when one changes one's mind. */
export function AuthForm({ mode, onMode, onBusy, onDone, onLeave }: AuthFormProps) {
  const [form, focusFirstFault] = useFirstFault()
  const [values, setValues] = useState(noValues)
  const [errors, setErrors] = useState<AuthErrors>({})
  const auth = useAuth({ mode, onBusy, onDone })
  // Known in the browser alone.
  useEffect(() => setValues((typed) => ({ ...typed, referral: referrerCode() })), [])

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
    const faults = await auth.submit(values)
    setErrors(faults)
    if (firstFault(faults)) focusFirstFault()
  }

  function turn() {
    setErrors({})
    onMode(mode === 'login' ? 'register' : 'login')
  }

  const fields = { field, errors }
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
      {auth.asksCode ? (
        <CodeField {...field('code')} error={errors.code} />
      ) : (
        <>
          {mode === 'register' && <Names {...fields} />}
          <Credentials {...fields} mode={mode} onLeave={onLeave} />
          {mode === 'register' && <Newcomer {...fields} />}
        </>
      )}
      <Captcha round={auth.round} error={auth.captchaError} onToken={auth.setToken} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={auth.busy}
        busyLabel={auth.done ? 'Welcome' : mode === 'login' ? 'Logging in…' : 'Registering…'}
      >
        {mode === 'login' ? 'Login' : 'Register'}
      </Button>
      {auth.asksCode ? (
        <Turn label="Log in as somebody else" onTurn={auth.startOver} />
      ) : (
        <Turn
          before={mode === 'login' ? 'New to Kade? ' : 'Already have an account? '}
          label={mode === 'login' ? 'Create an account' : 'Log in'}
          onTurn={turn}
        />
      )}
      {mode === 'login' && !auth.asksCode && (
        <DemoPeople onPick={(email, password) => setValues({ ...values, email, password })} />
      )}
    </form>
  )
}

interface FieldsProps {
  field: (name: AuthField) => {
    name: string
    value: string
    readOnly: boolean
    onChange: (event: { target: { value: string } }) => void
  }
  errors: AuthErrors
}

const Names = ({ field, errors }: FieldsProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Field label="First name" error={errors.firstName}>
      <TextInput {...field('firstName')} autoComplete="given-name" maxLength={60} />
    </Field>
    <Field label="Last name" error={errors.lastName}>
      <TextInput {...field('lastName')} autoComplete="family-name" maxLength={60} />
    </Field>
  </div>
)

const Credentials = ({
  field,
  errors,
  mode,
  onLeave,
}: FieldsProps & { mode: AuthMode; onLeave: (() => void) | undefined }) => (
  <>
    <Field label="Email" error={errors.email}>
      <TextInput {...field('email')} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
    </Field>
    <div className="grid gap-1">
      <Field label="Password" error={errors.password} hint={mode === 'register' ? passwordHint : undefined}>
        <PasswordInput {...field('password')} autoComplete={mode === 'login' ? 'current-password' : 'new-password'} />
      </Field>
      {mode === 'login' && (
        <Link href="/auth/forgot" className="link justify-self-end py-3 text-sm wide:py-1" onClick={onLeave}>
          Forgot your password?
        </Link>
      )}
    </div>
  </>
)

const Newcomer = ({ field, errors }: FieldsProps) => (
  <>
    <Field label="Confirm password" error={errors.confirmation}>
      <PasswordInput {...field('confirmation')} autoComplete="new-password" />
    </Field>
    <Field label="Referral code" optional error={errors.referral}>
      <TextInput
        {...field('referral')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        className="uppercase placeholder:normal-case"
      />
    </Field>
  </>
)

const Turn = ({ before, label, onTurn }: { before?: string; label: string; onTurn: () => void }) => (
  <p className="text-center text-sm text-muted">
    {before}
    <button type="button" className="link py-3 font-medium wide:py-1" onClick={onTurn}>
      {label}
    </button>
  </p>
)

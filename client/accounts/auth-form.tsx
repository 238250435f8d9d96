import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { AcceptTerms } from '../content/accept-terms.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusFirstError } from '../ui/focus-first-error.ts'
import { TextInput } from '../ui/input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { NeedsScripts, PostForm, useTypedBeforeHydration } from '../ui/post-form.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { type AuthErrors, type AuthField, type AuthMode, firstError, noValues, passwordHint } from './auth-fields.ts'
import { referrerCode } from '../referrals/referral-storage.ts'
import { Captcha } from './captcha.tsx'
import { CodeField } from './code-field.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { useAuth } from './use-auth.ts'

export type { AuthMode } from './auth-fields.ts'
export const authTitles: Record<AuthMode, string> = { login: 'Log in to Kade', register: 'Create your account' }

export interface AuthFormProps {
  mode: AuthMode
  /** Says that what is in the visitor's cart stays there. */
  keepsCart?: boolean
  onMode: (mode: AuthMode) => void
  /** true while the form is being submitted, and after success. */
  onBusy?: (busy: boolean) => void
  /** Called after success, once the toast has been on screen for a moment. */
  onDone: () => void
  /** Called when a link leads to another page. */
  onLeave?: () => void
}

/** Login and registration in one form, so that switching keeps what was typed. */
export function AuthForm({ mode, keepsCart, onMode, onBusy, onDone, onLeave }: AuthFormProps) {
  const [form, focusFirstError] = useFocusFirstError()
  const [values, setValues] = useState(noValues)
  const [errors, setErrors] = useState<AuthErrors>({})
  const auth = useAuth({ mode, onBusy, onDone })
  const hydrated = useHydrated()
  useTypedBeforeHydration(form, (typed) => setValues((current) => ({ ...current, ...typed })))
  // Only known in the browser.
  useEffect(() => setValues((current) => ({ ...current, referral: referrerCode() })), [])

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
    const found = await auth.submit(values)
    setErrors(found)
    if (firstError(found)) focusFirstError()
  }

  function switchMode() {
    setErrors({})
    onMode(mode === 'login' ? 'register' : 'login')
  }

  const fields = { field, errors }
  return (
    <PostForm ref={form} className="grid gap-4" onSubmit={() => void submit()}>
      {auth.needsCode ? (
        <CodeField {...field('code')} error={errors.code} />
      ) : (
        <>
          <p className="text-sm text-muted">
            {keepsCart && 'What you added is in your cart and stays there. '}
            With an account you can order, watch your payment being checked, open what you bought and earn points.
          </p>
          {mode === 'register' && <NameFields {...fields} />}
          <CredentialFields {...fields} mode={mode} onLeave={onLeave} />
          {mode === 'register' && <RegistrationFields {...fields} />}
        </>
      )}
      <Captcha attempt={auth.attempt} error={auth.captchaError} onToken={auth.setCaptchaToken} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        disabled={!hydrated}
        busy={auth.busy}
        busyLabel={auth.done ? 'Welcome' : mode === 'login' ? 'Logging in…' : 'Registering…'}
      >
        {mode === 'login' ? 'Login' : 'Register'}
      </Button>
      {mode === 'register' && !auth.needsCode && <AcceptTerms by="registering" withPrivacy />}
      <NeedsScripts what="Logging in" />
      <fieldset disabled={!hydrated} className="needs-scripts noscript:hidden grid min-w-0 gap-4">
        {auth.needsCode ? (
          <ModeLink label="Log in as someone else" onSwitch={auth.startOver} />
        ) : (
          <ModeLink
            before={mode === 'login' ? 'New to Kade? ' : 'Already have an account? '}
            label={mode === 'login' ? 'Create an account' : 'Log in'}
            onSwitch={switchMode}
          />
        )}
        {mode === 'login' && !auth.needsCode && (
          <DemoAccounts onPick={(email, password) => setValues({ ...values, email, password })} />
        )}
      </fieldset>
    </PostForm>
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

const NameFields = ({ field, errors }: FieldsProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Field label="First name" error={errors.firstName}>
      <TextInput {...field('firstName')} autoComplete="given-name" maxLength={60} />
    </Field>
    <Field label="Last name" error={errors.lastName}>
      <TextInput {...field('lastName')} autoComplete="family-name" maxLength={60} />
    </Field>
  </div>
)

const CredentialFields = ({
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

const RegistrationFields = ({ field, errors }: FieldsProps) => (
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

const ModeLink = ({ before, label, onSwitch }: { before?: string; label: string; onSwitch: () => void }) => (
  <p className="text-center text-sm text-muted">
    {before}
    <button type="button" className="link py-3 font-medium wide:py-1" onClick={onSwitch}>
      {label}
    </button>
  </p>
)

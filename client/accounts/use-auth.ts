import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../lib/error-message.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'
import { useMedia } from '../ui/use-media.ts'
import { changeTheme } from './lazy-actions.ts'
import { register, signIn } from './sign-in-actions.ts'
import { type AuthErrors, type AuthMode, type AuthValues, fieldOf, validateAuth, firstError } from './auth-fields.ts'
import { applyReferral, isReferralCode } from './link-actions.ts'

/** Between the success toast and `onDone` (docs/rules.md). */
const doneDelayMs = 1500

type Options = {
  mode: AuthMode
  onBusy?: ((busy: boolean) => void) | undefined
  onDone: () => void
}

/** Submits the login and registration form and shows the outcome. */
export function useAuth({ mode, onBusy, onDone }: Options) {
  const client = useClient()
  const toast = useToast()
  const theme = useStore((state) => state.accounts.prefs.theme)
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)')
  const hasCaptcha = useStore((state) => state.config?.captcha.provider !== 'off')
  const [status, setStatus] = useState<'idle' | 'busy' | 'done'>('idle')
  const [captchaToken, setCaptchaToken] = useState<string | null>(null)
  const [captchaError, setCaptchaError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  /** The password was right, and the account has a second factor. */
  const [needsCode, setNeedsCode] = useState(false)

  const finish = useRef(onDone)
  useEffect(() => void (finish.current = onDone))
  useEffect(() => {
    if (status !== 'done') return
    const timer = setTimeout(() => finish.current(), doneDelayMs)
    return () => clearTimeout(timer)
  }, [status])

  function changeStatus(next: typeof status) {
    setStatus(next)
    onBusy?.(next !== 'idle')
  }

  /** @returns the errors to show on the fields; empty after success */
  async function submit(values: AuthValues): Promise<AuthErrors> {
    const errors = needsCode ? validateCode(values) : validateAuth(mode, values)
    const missingCaptcha = hasCaptcha && !captchaToken ? 'Please complete the reCAPTCHA' : null
    setCaptchaError(missingCaptcha)
    const message = firstError(errors) ?? missingCaptcha
    if (message) {
      toast(message, { type: 'error' })
      return errors
    }
    changeStatus('busy')
    const failure = await send(values)
    changeStatus(failure ? 'idle' : 'done')
    return failure ?? {}
  }

  /** @returns null after success, otherwise the errors to show on the fields */
  async function send(values: AuthValues): Promise<AuthErrors | null> {
    try {
      return mode === 'login' ? await logIn(values) : await registerUser(values)
    } catch (error) {
      // A captcha solution is valid once.
      setCaptchaToken(null)
      setAttempt((count) => count + 1)
      if (isFailure(error) && error.code === 'second_factor_required') {
        setNeedsCode(true)
        return {}
      }
      toast(errorMessage(error, 'An error occurred', 'Network error. Please try again.'), { type: 'error' })
      const field = isFailure(error) && fieldOf[error.code]
      return field ? { [field]: error.message } : {}
    }
  }

  async function logIn(values: AuthValues) {
    const code = needsCode ? values.code.trim() : ''
    await signIn(client, { ...credentialsOf(values), ...(code && { code }) })
    toast('Logged in successfully', { type: 'success' })
    return null
  }

  async function registerUser(values: AuthValues): Promise<AuthErrors | null> {
    const referral = values.referral.trim()
    if (referral && !(await isReferralCode(client, referral))) {
      toast('Invalid referral code', { type: 'error' })
      return { referral: 'Invalid referral code' }
    }
    // The account gets the theme of the device, which is in the cookie.
    if (theme === 'system' && isDeviceDark) await changeTheme(client, 'dark')
    const names = { firstName: values.firstName.trim(), lastName: values.lastName.trim() }
    const user = await register(client, { ...credentialsOf(values), ...names })
    toast('Registered successfully', { type: 'success' })
    if (referral) void redeem(referral, user._id)
    return null
  }

  async function redeem(referral: string, userId: string) {
    const isAccepted = await applyReferral(client, referral, userId)
    if (isAccepted) toast('Referral code applied successfully.', { type: 'success' })
  }

  const credentialsOf = ({ email, password }: AuthValues) => ({
    email: email.trim(),
    password,
    ...(captchaToken && { recaptchaToken: captchaToken }),
  })

  return {
    busy: status !== 'idle',
    done: status === 'done',
    attempt,
    captchaError: captchaToken ? null : captchaError,
    setCaptchaToken,
    needsCode,
    /** Goes back from the code to email and password. */
    startOver: () => setNeedsCode(false),
    submit,
  }
}

const validateCode = ({ code }: AuthValues): AuthErrors => (code.trim() ? {} : { code: 'Please enter the code' })

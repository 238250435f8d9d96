import { useEffect, useRef, useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient, useStore } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { register, signIn } from './sign-in-actions.ts'
import { type AuthErrors, type AuthMode, type AuthValues, fieldOf, findFaults, firstFault } from './auth-fields.ts'
import { applyReferral, isReferralCode } from './link-actions.ts'

/** Between the toast and what comes next, in milliseconds (SPEC.md §4). */
const pause = 1500

type Auth = {
  mode: AuthMode
  onBusy?: ((busy: boolean) => void) | undefined
  onDone: () => void
}

/** Sends what the form holds, and says what came of it. */
export function useAuth({ mode, onBusy, onDone }: Auth) {
  const client = useClient()
  const toast = useToast()
  const guarded = useStore((state) => state.config?.captcha.provider !== 'off')
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [token, setToken] = useState<string | null>(null)
  const [captchaError, setCaptchaError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  /** The password was right, and the account has a second factor. */
  const [asksCode, setAsksCode] = useState(false)

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

  /** @returns what is wrong, for the fields */
  async function submit(values: AuthValues): Promise<AuthErrors> {
    const errors = asksCode ? findCodeFault(values) : findFaults(mode, values)
    const unsolved = guarded && !token ? 'Please complete the reCAPTCHA' : null
    setCaptchaError(unsolved)
    const wrong = firstFault(errors) ?? unsolved
    if (wrong) {
      toast(wrong, { type: 'error' })
      return errors
    }
    become('busy')
    const refused = await attempt(values)
    become(refused ? 'idle' : 'done')
    return refused ?? {}
  }

  async function attempt(values: AuthValues): Promise<AuthErrors | null> {
    try {
      return mode === 'login' ? await enter(values) : await join(values)
    } catch (error) {
      // A solution is good once.
      setToken(null)
      setRound((last) => last + 1)
      if (isFailure(error) && error.code === 'second_factor_required') {
        setAsksCode(true)
        return {}
      }
      toast(tellFailure(error, 'An error occurred', 'Network error. Please try again.'), { type: 'error' })
      const field = isFailure(error) && fieldOf[error.code]
      return field ? { [field]: error.message } : {}
    }
  }

  async function enter(values: AuthValues) {
    const code = asksCode ? values.code.trim() : ''
    await signIn(client, { ...credentialsOf(values), ...(code && { code }) })
    toast('Logged in successfully', { type: 'success' })
    return null
  }

  async function join(values: AuthValues): Promise<AuthErrors | null> {
    const referral = values.referral.trim()
    if (referral && !(await isReferralCode(client, referral))) {
      toast('Invalid referral code', { type: 'error' })
      return { referral: 'Invalid referral code' }
    }
    const names = { firstName: values.firstName.trim(), lastName: values.lastName.trim() }
    const user = await register(client, { ...credentialsOf(values), ...names })
    toast('Registered successfully', { type: 'success' })
    if (referral) void apply(referral, user._id)
    return null
  }

  async function apply(referral: string, userId: string) {
    const applied = await applyReferral(client, referral, userId)
    if (applied) toast('Referral code applied successfully.', { type: 'success' })
  }

  const credentialsOf = ({ email, password }: AuthValues) => ({
    email: email.trim(),
    password,
    ...(token && { recaptchaToken: token }),
  })

  return {
    busy: state !== 'idle',
    done: state === 'done',
    round,
    captchaError: token ? null : captchaError,
    setToken,
    asksCode,
    /** As somebody else after all. */
    startOver: () => setAsksCode(false),
    submit,
  }
}

const findCodeFault = ({ code }: AuthValues): AuthErrors => (code.trim() ? {} : { code: 'Please enter the code' })

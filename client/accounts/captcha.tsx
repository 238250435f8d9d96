import { CircleAlert } from 'lucide-react'
import { useStore } from '../client-context.tsx'
import { Altcha } from './altcha.tsx'
import { Recaptcha } from './recaptcha.tsx'

export interface CaptchaProps {
  /** Incremented to ask for a new solution. */
  attempt: number
  /** Called with the solution, or null when it has expired. */
  onToken: (token: string | null) => void
}

/** The captcha this store is configured with, if any. */
export function Captcha({ error, ...props }: CaptchaProps & { error: string | null }) {
  const captcha = useStore((state) => state.config?.captcha)
  if (!captcha || captcha.provider === 'off') return null
  return (
    <div className="grid gap-1.5">
      {captcha.provider === 'altcha' && <Altcha {...props} />}
      {captcha.provider === 'recaptcha' && captcha.siteKey && <Recaptcha {...props} siteKey={captcha.siteKey} />}
      {error && (
        <p className="field-error">
          <CircleAlert size={14} />
          {error}
        </p>
      )}
    </div>
  )
}

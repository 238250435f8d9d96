import { CircleAlert } from 'lucide-react'
import { useStore } from '../store.tsx'
import { Altcha } from './altcha.tsx'
import { Recaptcha } from './recaptcha.tsx'

export interface CaptchaProps {
  /** Another number asks for another solution. */
  round: number
  /** The solution; null while there is none or when it has lapsed. */
  onToken: (token: string | null) => void
}

/** Whichever captcha the store has set, or none. */
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

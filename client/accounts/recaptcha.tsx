import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CaptchaProps } from './captcha.tsx'

type Grecaptcha = {
  ready: (run: () => void) => void
  render: (element: HTMLElement, options: Record<string, unknown>) => number
  reset: (widget: number) => void
}
declare global {
  interface Window {
    grecaptcha?: Grecaptcha
  }
}

/** Google's captcha. Its script is asked for by stores that have chosen it alone. */
export function Recaptcha({ siteKey, round, onToken }: CaptchaProps & { siteKey: string }) {
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<number | null>(null)
  const [failed, setFailed] = useState(false)
  const tell = useEffectEvent(onToken)

  useEffect(() => {
    let left = false
    loadScript()
      .then((grecaptcha) => {
        if (left || !place.current) return
        // Google's widget is drawn once into an element; this one lives as long as the form.
        const element = place.current.appendChild(document.createElement('div'))
        widget.current = grecaptcha.render(element, {
          sitekey: siteKey,
          theme: getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light',
          callback: (token: string) => tell(token),
          'expired-callback': () => tell(null),
          'error-callback': () => tell(null),
        })
      })
      .catch(() => setFailed(true))
    return () => void (left = true)
  }, [siteKey])

  useEffect(() => {
    if (round > 0 && widget.current !== null) window.grecaptcha?.reset(widget.current)
  }, [round])

  if (failed) return <p className="text-sm text-bad">The check did not load. Please reload the page.</p>
  return <div ref={place} className="min-h-[78px]" />
}

let loading: Promise<Grecaptcha> | null = null

function loadScript(): Promise<Grecaptcha> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'https://www.google.com/recaptcha/api.js?render=explicit'
    script.async = true
    script.addEventListener('load', () => window.grecaptcha?.ready(() => resolve(window.grecaptcha!)))
    script.addEventListener('error', () => {
      loading = null
      reject(new Error('The captcha did not load'))
    })
    document.head.append(script)
  })
  return loading
}

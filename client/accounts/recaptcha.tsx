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

/** Google's captcha. Its script is loaded only if the store is configured to use it. */
export function Recaptcha({ siteKey, attempt, onToken }: CaptchaProps & { siteKey: string }) {
  const container = useRef<HTMLDivElement>(null)
  const widget = useRef<number | null>(null)
  const [failed, setFailed] = useState(false)
  const emitToken = useEffectEvent(onToken)

  useEffect(() => {
    let isUnmounted = false
    loadScript()
      .then((grecaptcha) => {
        if (isUnmounted || !container.current) return
        // Google renders into an element only once, so each widget gets a new one.
        const element = container.current.appendChild(document.createElement('div'))
        widget.current = grecaptcha.render(element, {
          sitekey: siteKey,
          theme: getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light',
          callback: (token: string) => emitToken(token),
          'expired-callback': () => emitToken(null),
          'error-callback': () => emitToken(null),
        })
      })
      .catch(() => setFailed(true))
    return () => void (isUnmounted = true)
  }, [siteKey])

  useEffect(() => {
    if (attempt > 0 && widget.current !== null) window.grecaptcha?.reset(widget.current)
  }, [attempt])

  if (failed) return <p className="text-sm text-bad">The check didn’t load. Please reload the page.</p>
  return <div ref={container} className="min-h-[78px]" />
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

import type {} from 'altcha/types/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CaptchaProps } from './captcha.tsx'

type Widget = HTMLElement & { reset: () => void; verify: () => Promise<unknown> }

const configuration = JSON.stringify({ hideLogo: true, hideFooter: true, minDuration: 0 })

/** A proof of work that the visitor's own browser does: nobody else is asked. */
export function Altcha({ round, onToken }: CaptchaProps) {
  const widget = useRef<HTMLElement>(null)
  const [failed, setFailed] = useState(false)
  const tell = useEffectEvent(onToken)

  useEffect(() => {
    import('./altcha-widget.ts').catch(() => setFailed(true))
    const node = widget.current
    const hear = (event: Event) => tell((event as CustomEvent<{ payload?: string }>).detail.payload ?? null)
    node?.addEventListener('statechange', hear)
    return () => node?.removeEventListener('statechange', hear)
  }, [])

  useEffect(() => {
    const node = widget.current as Widget | null
    if (round === 0 || !node) return
    // The box was ticked before: the next attempt need not ask for that again.
    node.reset()
    void node.verify()
  }, [round])

  if (failed) return <p className="text-sm text-bad">The check did not load. Please reload the page.</p>
  return (
    <div className="min-h-12">
      <altcha-widget ref={widget} challenge="/api/captcha/challenge" configuration={configuration} />
    </div>
  )
}

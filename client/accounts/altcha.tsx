import type {} from 'altcha/types/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CaptchaProps } from './captcha.tsx'

type Widget = HTMLElement & { reset: () => void; verify: () => Promise<unknown> }

const configuration = JSON.stringify({ hideLogo: true, hideFooter: true, minDuration: 0 })

/** A proof of work, computed in the visitor's browser without a third party. */
export function Altcha({ attempt, onToken }: CaptchaProps) {
  const widget = useRef<HTMLElement>(null)
  const [failed, setFailed] = useState(false)
  const emitToken = useEffectEvent(onToken)

  useEffect(() => {
    import('./altcha-widget.ts').catch(() => setFailed(true))
    const node = widget.current
    const onStateChange = (event: Event) =>
      emitToken((event as CustomEvent<{ payload?: string }>).detail.payload ?? null)
    node?.addEventListener('statechange', onStateChange)
    return () => node?.removeEventListener('statechange', onStateChange)
  }, [])

  useEffect(() => {
    const node = widget.current as Widget | null
    if (attempt === 0 || !node) return
    // The user ticked the box before; the next attempt doesn't ask again.
    node.reset()
    void node.verify()
  }, [attempt])

  if (failed) return <p className="text-sm text-bad">The check didn’t load. Please reload the page.</p>
  return (
    <div className="min-h-12">
      <altcha-widget ref={widget} challenge="/api/captcha/challenge" configuration={configuration} />
    </div>
  )
}

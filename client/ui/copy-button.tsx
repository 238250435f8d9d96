import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { look } from './button.tsx'
import { classNames } from './class-names.ts'

export interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers: 'account number'. */
  what: string
  /** 'Copy' by default; names what is copied by itself. */
  label?: string
  /** Its words are for screen readers, where a row has no room for them. */
  iconOnly?: boolean
  className?: string
}

/** Copies a text and shows 'Copied' for 1.8 s. A failure is ignored, because the user can still select the text. */
export function CopyButton({ text, what, label, iconOnly, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), 1800)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied((count) => count + 1)
    } catch {
      setCopied(0)
    }
  }

  const buttonLook = iconOnly ? `${look({ size: 'small', variant: 'plain' })} button-icon` : look({ size: 'small' })
  const face = (visible: boolean) => classNames('button-face', !visible && 'button-face-hidden')
  return (
    <>
      <button type="button" className={classNames(buttonLook, className)} onClick={copy}>
        <span className={face(!copied)}>
          <Copy size={15} />
          <span className={iconOnly ? 'sr-only' : undefined}>
            {label ?? (
              <>
                Copy<span className="sr-only"> {what}</span>
              </>
            )}
          </span>
        </span>
        <span className={face(!!copied)}>
          <Check size={15} />
          <span className={iconOnly ? 'sr-only' : undefined}>Copied</span>
        </span>
      </button>
      <span role="status" className="sr-only">
        {copied > 0 && `Copied ${what}`}
      </span>
    </>
  )
}

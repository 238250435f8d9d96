import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { look } from './button.tsx'
import { classNames } from './class-names.ts'

export interface CopyButtonProps {
  text: string
  /** What is copied, for those who don't see the field beside it: 'account number'. */
  what: string
  className?: string
}

/** Copies a text and says 'Copied' for 1.8 s. A clipboard that refuses is passed over in silence: the text can be selected. */
export function CopyButton({ text, what, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), 1800)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied((times) => times + 1)
    } catch {
      setCopied(0)
    }
  }

  const face = (shown: boolean) => classNames('button-face', !shown && 'button-face-hidden')
  return (
    <>
      <button type="button" className={classNames(look({ size: 'small' }), className)} onClick={copy}>
        <span className={face(!copied)}>
          <Copy size={15} />
          <span>
            Copy<span className="sr-only"> {what}</span>
          </span>
        </span>
        <span className={face(!!copied)}>
          <Check size={15} />
          Copied
        </span>
      </button>
      <span role="status" className="sr-only">
        {copied > 0 && `Copied ${what}`}
      </span>
    </>
  )
}

import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

export interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  /** Disclosures with the same name close each other. */
  name?: string
  open?: boolean
}

/** A heading that expands to show its content. Works without JavaScript. */
export function Disclosure({ summary, children, name, open }: DisclosureProps) {
  return (
    <details className="disclosure" name={name} open={open}>
      <summary>
        {summary}
        <Plus size={18} />
      </summary>
      <div className="max-w-[65ch] pb-5 text-muted">{children}</div>
    </details>
  )
}

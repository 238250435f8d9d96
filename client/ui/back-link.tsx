import { ArrowLeft } from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { Link } from 'wouter'
import { linkBack } from '../lib/link-back.ts'

export interface BackLinkProps {
  href: string
  children: string
  onClick?: MouseEventHandler<HTMLElement>
}

/** A link above a page's title to its parent page. */
export function BackLink({ href, children, onClick }: BackLinkProps) {
  return (
    <Link
      href={href}
      state={linkBack}
      onClick={onClick}
      className="link mb-4 inline-flex flex-none whitespace-nowrap items-center gap-1.5 text-sm max-wide:min-h-11 print:hidden"
    >
      <ArrowLeft size={15} />
      {children}
    </Link>
  )
}

import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'

/** A link above a page's title to its parent page. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="link mb-4 inline-flex flex-none whitespace-nowrap items-center gap-1.5 text-sm max-wide:min-h-11 print:hidden"
    >
      <ArrowLeft size={15} />
      {children}
    </Link>
  )
}

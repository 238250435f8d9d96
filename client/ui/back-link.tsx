import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'

/** Above a page's title: to the page that it belongs to. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="link mb-4 inline-flex items-center gap-1.5 text-sm max-wide:min-h-11 print:hidden">
      <ArrowLeft size={15} />
      {children}
    </Link>
  )
}

import { Link } from 'wouter'
import { classNames } from './class-names.ts'

export interface Crumb {
  label: string
  /** Left out for the current page. */
  href?: string
}

export function Breadcrumb({ path, className }: { path: readonly Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={classNames('text-sm text-muted', className)}>
      <ol className="flex flex-wrap items-center gap-x-2">
        {path.map(({ label, href }, index) => (
          // On a phone the last crumb, which repeats the heading, would take a line of its own.
          <li key={label} className={classNames('flex min-w-0 items-center gap-2', !href && 'max-sm:hidden')}>
            {index > 0 && <span aria-hidden="true">/</span>}
            {href ? (
              <Link href={href} className="py-1 hover:text-ink hover:underline max-wide:py-3">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate py-1 text-ink" title={label}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

import { Link } from 'wouter'
import { ThemeSwitch } from '../accounts/theme-switch.tsx'
import { useStore } from '../client-context.tsx'
import { Logo } from './logo.tsx'

const links = [
  { href: '/items', label: 'Services' },
  { href: '/faq', label: 'FAQ' },
]

export function Footer() {
  const demo = useStore((state) => state.config?.demo ?? false)
  return (
    <footer className="mt-auto border-t bg-sunken/60 print:hidden">
      <div className="page-column flex flex-wrap items-center gap-x-8 gap-y-3 py-8">
        <div className="mr-auto grid gap-1 max-wide:w-full">
          <Logo className="-ml-1" />
          <p className="max-w-[46ch] text-sm text-muted">
            Digital services and subscriptions, paid by transfer and checked by people.
          </p>
        </div>
        <nav aria-label="Footer" className="flex gap-6 text-sm font-medium">
          {links.map(({ href, label }) => (
            <Link key={href} href={href} className="py-3 hover:text-accent hover:underline wide:py-1">
              {label}
            </Link>
          ))}
        </nav>
        <ThemeSwitch className="max-wide:ml-auto" />
        {demo && (
          <p className="w-full border-t pt-4 text-xs text-muted">
            This is a demo store: its brands are invented, and its transfer accounts don’t accept money.
          </p>
        )}
      </div>
    </footer>
  )
}

import { ChevronRight, LifeBuoy, Settings, Store } from 'lucide-react'
import { Link } from 'wouter'

const links = [
  { href: '/items', icon: Store, label: 'Browse Services', hint: 'Find your next subscription' },
  { href: '/profile', icon: Settings, label: 'Account Settings', hint: 'Name, points and password' },
  { href: '/support', icon: LifeBuoy, label: 'Get Support', hint: 'Ask us about anything' },
]

/** Shortcuts to other pages. */
export function QuickActions() {
  return (
    <nav aria-label="Quick actions" className="surface overflow-clip">
      <h2 className="p-4 pb-2 text-lg sm:px-5">Quick actions</h2>
      <ul className="divide-y divide-line border-t md:max-wide:grid md:max-wide:grid-cols-3 md:max-wide:divide-x md:max-wide:divide-y-0">
        {links.map(({ href, icon: Icon, label, hint }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex items-center gap-3.5 px-4 py-3 hover:bg-ink/4 focus-visible:-outline-offset-2 sm:px-5"
            >
              <Icon size={18} strokeWidth={1.75} className="flex-none text-accent" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block text-sm text-muted">{hint}</span>
              </span>
              <ChevronRight size={16} className="flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

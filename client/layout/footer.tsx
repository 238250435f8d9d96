import { Link } from 'wouter'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import type { TopCategory } from '../../shared/storefront/schema.ts'
import { ThemeSwitch } from '../accounts/theme-switch.tsx'
import { useStore } from '../client-context.tsx'
import { contentLinks } from '../content/content-links.ts'
import { Logo } from './logo.tsx'

type FooterLink = { href: string; label: string }

const shopLinks: FooterLink[] = [
  { href: '/items', label: 'All services' },
  { href: '/items?sortBy=rating', label: 'Best rated' },
]
const columns = [
  { title: 'Help', groups: ['help'] },
  { title: 'Company', groups: ['company', 'legal'] },
] as const

const categoryLink = (category: TopCategory): FooterLink => ({ href: categoryPath(category), label: category.name })

export default function Footer() {
  const demo = useStore((state) => state.config?.demo ?? false)
  const pages = useStore((state) => state.config?.pages)
  const topCategories = useStore((state) => state.topCategories)
  return (
    <footer className="mt-6 border-t bg-sunken/60 print:hidden">
      <div className="page-column footer">
        <div className="footer-about">
          <Logo className="-ml-1" />
          <p className="text-sm text-muted">Digital services and subscriptions, paid by transfer, checked by us.</p>
          <ThemeSwitch className="footer-theme" />
        </div>
        <nav aria-label="Footer" className="footer-columns">
          <FooterColumn
            className="footer-shop"
            title="Shop"
            links={[...shopLinks, ...topCategories.map(categoryLink)]}
          />
          {columns.map(({ title, groups }) => (
            <FooterColumn key={title} title={title} links={groups.flatMap((group) => contentLinks(group, pages))} />
          ))}
        </nav>
        <FooterOwner />
        {demo && (
          <p className="footer-note">
            This is a demo store: its brands are invented, and its transfer accounts don’t accept money.
          </p>
        )}
      </div>
    </footer>
  )
}

type ColumnProps = { title: string; links: FooterLink[]; className?: string }

function FooterColumn({ title, links, className }: ColumnProps) {
  if (links.length === 0) return null
  return (
    <div className={className}>
      <h2 className="footer-title">{title}</h2>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link href={href} className="footer-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The registered name and how and when to reach it, as far as it is set. */
function FooterOwner() {
  const owner = useStore((state) => state.config?.owner)
  if (!owner) return null
  const { name, address, registration, email, phone, hours } = owner
  if (!name && !address && !registration && !email && !phone && !hours) return null
  return (
    <address className="footer-note">
      <span>{[name, address, registration].filter(Boolean).join(', ')}</span>
      {email && (
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="link">
          {phone}
        </a>
      )}
      {hours && <span>{hours}</span>}
    </address>
  )
}

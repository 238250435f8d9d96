import {
  ChartColumn,
  Coins,
  CreditCard,
  FolderTree,
  LifeBuoy,
  MessageSquareText,
  Package,
  PackageCheck,
  Receipt,
  ScrollText,
  Server,
  ShieldCheck,
  TicketPercent,
  Users,
} from 'lucide-react'
import type { Icon } from '../ui/icon.ts'

export type Section = {
  href: string
  label: string
  icon: Icon
  /** Another path whose pages belong to it. */
  includes?: string
}

/** The sections of the staff area, in groups separated by a line. Daily work comes first: narrow screens have tabs for it. */
export const sections: readonly (readonly Section[])[] = [
  [
    { href: '/admin/payments', label: 'Payments', icon: CreditCard, includes: '/admin/statements' },
    { href: '/admin/deliveries', label: 'Deliveries', icon: PackageCheck },
    { href: '/admin/support', label: 'Support', icon: LifeBuoy },
    { href: '/admin/money', label: 'Transfers', icon: Coins },
    { href: '/admin/orders', label: 'Orders', icon: Receipt },
    { href: '/admin/customers', label: 'Customers', icon: Users },
  ],
  [
    { href: '/admin/items', label: 'Items', icon: Package },
    { href: '/admin/categories', label: 'Categories', icon: FolderTree },
    { href: '/admin/coupons', label: 'Coupons', icon: TicketPercent },
    { href: '/admin/reviews', label: 'Reviews', icon: MessageSquareText },
  ],
  [
    { href: '/admin/stats', label: 'Statistics', icon: ChartColumn },
    { href: '/admin/audit', label: 'Staff activity', icon: ScrollText },
    { href: '/admin/security', label: 'Security', icon: ShieldCheck },
    { href: '/admin/system', label: 'System', icon: Server },
  ],
]

/** Whether a path is a section's page or one below it. */
export const isWithin = (path: string, { href, includes }: Section) =>
  isBelow(path, href) || (includes !== undefined && isBelow(path, includes))

/** Whether a path is the page at `href` or one below it. */
export const isBelow = (path: string, href: string) => path === href || path.startsWith(`${href}/`)

import type { ReactNode } from 'react'
import { PageTitle } from '../ui/page-title.tsx'
import { StaffNav } from './staff-nav.tsx'

export interface StaffPageProps {
  /** The page's one h1, and the tab's title unless `tab` is given. */
  title: ReactNode
  /** The tab's title, where it says more ('(3) Payments to verify'); ' · Kade' is added. */
  tab?: string
  /** How many rows the page lists, beside the heading. */
  count?: ReactNode
  /** One line under the heading. */
  text?: ReactNode
  /** At the right of the heading: a search, the page's own action, badges. */
  side?: ReactNode
  /** Above the heading: a BackLink. */
  back?: ReactNode
  children: ReactNode
}

/** The frame of every page under /admin: the way about, a heading, and what the page shows. */
export function StaffPage({ title, tab, count, text, side, back, children }: StaffPageProps) {
  return (
    <div className="staff-frame">
      <title>{`${tab ?? (typeof title === 'string' ? title : 'Staff')} · Kade`}</title>
      <StaffNav />
      <div className="min-w-0 py-5 wide:py-7">
        {back}
        <PageTitle className="max-wide:[&>:last-child:not(:first-child)]:w-full" count={count} text={text} side={side}>
          {title}
        </PageTitle>
        <div className="mt-5">{children}</div>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { PageTitle } from '../ui/page-title.tsx'
import { StaffNav } from './staff-nav.tsx'

export interface StaffPageProps {
  /** The page's h1, and the tab's title unless `tab` is set. */
  title: ReactNode
  /** A more detailed tab title, such as '(3) Payments to verify'; ' · Kade' is appended. */
  tab?: string
  /** The number of rows, next to the heading. */
  count?: ReactNode
  /** One line under the heading. */
  text?: ReactNode
  /** To the right of the heading: a search, the page's main action, badges. */
  side?: ReactNode
  /** Above the heading: a BackLink. */
  back?: ReactNode
  children: ReactNode
}

/** The layout of every page under /admin: navigation, heading and content. */
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

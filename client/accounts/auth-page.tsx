import type { ReactNode } from 'react'
import { PageHead } from '../layout/page-head.tsx'

/** The frame of the password and email pages. Their URLs contain tokens, so they send no referrer. */
export function AuthPageFrame({
  title,
  description,
  children,
}: {
  title: string
  description: string
  children: ReactNode
}) {
  return (
    <div className="page-column grid flex-1 content-start justify-items-center py-8 wide:py-16">
      <PageHead title={title} description={description} hidden />
      <meta name="referrer" content="no-referrer" />
      <div className="surface w-full max-w-md px-5 py-6 wide:px-8 wide:py-8">
        <h1 className="mb-5 text-2xl">{title}</h1>
        {children}
      </div>
    </div>
  )
}

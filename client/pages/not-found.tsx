import { Compass } from 'lucide-react'
import { Suspense } from 'react'
import { laterPart } from '../layout/lazy-part.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'

const BestSellers = laterPart(() => import('../catalogue/best-sellers.tsx'))

export default function NotFoundPage() {
  return (
    <div className="page-column py-16">
      <PageHead title="Page not found" description="This page doesn’t exist." hidden />
      <EmptyState
        level={1}
        icon={Compass}
        title="Page not found"
        text="The address may be mistyped, or the page may have been removed."
        action={
          <>
            <ButtonLink href="/items" variant="primary">
              Browse services
            </ButtonLink>
            <ButtonLink href="/">Home</ButtonLink>
          </>
        }
      />
      <Suspense fallback={null}>
        <BestSellers />
      </Suspense>
    </div>
  )
}

import { Compass, Search } from 'lucide-react'
import { maxSearchLength } from '../../shared/limits.ts'
import { PageHead } from '../layout/page-head.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { TextInput } from '../ui/input.tsx'

export default function NotFoundPage() {
  return (
    <div className="page-column grid flex-1 place-content-center py-20">
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
      <form role="search" action="/items" className="mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)_auto] gap-2">
        <TextInput
          type="search"
          name="q"
          aria-label="Search services"
          placeholder="Search services"
          maxLength={maxSearchLength}
          start={<Search size={16} />}
        />
        <Button type="submit">Search</Button>
      </form>
    </div>
  )
}

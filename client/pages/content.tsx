import { useLocation } from 'wouter'
import { contentSlugOf } from '../../shared/content.ts'
import { ContentView } from '../content/content-view.tsx'
import { Team } from '../storefront/team.tsx'
import { ButtonLink } from '../ui/button.tsx'
import NotFoundPage from './not-found.tsx'

/** A page that the owner wrote: how it works, about, terms, refunds or privacy. */
export default function ContentPage() {
  const [path] = useLocation()
  const slug = contentSlugOf(path) ?? ''
  return (
    <ContentView key={slug} slug={slug} missing={<NotFoundPage />}>
      {(slug === 'about' || slug === 'how-it-works') && (
        <>
          <Team />
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href="/items" variant="primary">
              Browse services
            </ButtonLink>
            <ButtonLink href="/faq">FAQ</ButtonLink>
          </div>
        </>
      )}
    </ContentView>
  )
}

import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { laterElement } from './lazy-part.tsx'

/** In the placeholders of the shop's and of staff pages. */
export const latePage = laterElement(() => import('./late-page.tsx'))

/** Shown until the session is restored and the page's code is loaded: where its title will be. */
export function PageSkeleton() {
  return (
    <div className="page-loading page-column min-h-[70dvh] py-8 wide:py-12">
      <title>Kade</title>
      <Loading>
        <Skeleton className="h-9 w-56" />
      </Loading>
      {latePage}
    </div>
  )
}

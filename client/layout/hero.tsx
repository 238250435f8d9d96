import { ArrowRight } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { useViewer } from '../accounts/use-viewer.ts'
import { SampleOrder } from '../orders/sample-order.tsx'
import { useStore } from '../client-context.tsx'
import { products } from '../storefront/products.ts'
import { storeFacts } from '../storefront/store-facts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { laterElement, lazyPart } from './lazy-part.tsx'

const paymentMarks = laterElement(() => import('../catalogue/payment-marks.tsx'))
const ContinueOrder = lazyPart(() => import('../activity/continue-order.tsx'))

/** A user's is smaller: what waits for them instead of what the store promises. */
export function Hero({ ids }: { ids: readonly string[] }) {
  const { signedIn } = useViewer()
  const hasGuide = useStore((state) => state.config?.pages.includes('how-it-works') ?? false)
  return (
    <section aria-labelledby="hero" className={signedIn ? 'hero hero-user' : 'hero'}>
      <div className="hero-words">
        <h1 id="hero" className="hero-title">
          Pay by transfer. Watch it&nbsp;clear.
        </h1>
        {signedIn ? (
          <OwnOrder />
        ) : (
          <p className="hero-lead">
            {/* One text, whose start stays where it is when the fonts arrive. */}
            {`${products}, without a card. Send a transfer instead, and watch it being checked.`}
          </p>
        )}
        <div className="hero-actions">
          <ButtonLink href="/items" variant="primary" size={signedIn ? undefined : 'large'}>
            Browse services
            <ArrowRight size={18} />
          </ButtonLink>
          <Link href={hasGuide ? '/how-it-works' : '/faq'} className="hero-link link">
            How it works
          </Link>
        </div>
        {!signedIn && (
          <>
            {paymentMarks}
            <Proof />
          </>
        )}
      </div>
      {!signedIn && <SampleOrder ids={ids} />}
    </section>
  )
}

/** For users, whose orders aren't known when the page is rendered: as high with either, so that nothing moves. */
function OwnOrder() {
  const user = useStore((state) => state.accounts.user)
  return (
    <div className="hero-own">
      {user && (
        <Suspense fallback={null}>
          <ContinueOrder otherwise={<Proof />} />
        </Suspense>
      )}
    </div>
  )
}

/** What the store has done lately, or what it promises while it has no history. */
function Proof() {
  const figures = useStore((state) => state.shop)
  return (
    <dl className="hero-facts">
      {storeFacts(figures).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

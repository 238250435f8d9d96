import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { SampleOrder } from '../orders/sample-order.tsx'
import { useStore } from '../client-context.tsx'
import { storeFacts } from '../storefront/store-facts.ts'
import { ButtonLink } from '../ui/button.tsx'

export function Hero({ ids }: { ids: readonly string[] }) {
  const hasGuide = useStore((state) => state.config?.pages.includes('how-it-works') ?? false)
  return (
    <section aria-labelledby="hero" className="hero">
      <div className="hero-words">
        <h1 id="hero" className="hero-title">
          Pay by transfer. Watch it&nbsp;clear.
        </h1>
        <p className="hero-lead">
          No card needed. You send the money your way, a person checks that it arrived, and you watch every step live.
        </p>
        <div className="hero-actions">
          <ButtonLink href="/items" variant="primary" size="large">
            Browse services
            <ArrowRight size={18} />
          </ButtonLink>
          <Link href={hasGuide ? '/how-it-works' : '/faq'} className="hero-link link">
            How it works
          </Link>
        </div>
        <Proof />
      </div>
      <SampleOrder ids={ids} />
    </section>
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

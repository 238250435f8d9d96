import { ArrowRight } from 'lucide-react'
import { SampleOrder } from '../orders/sample-order.tsx'
import { ButtonLink } from '../ui/button.tsx'

const facts = [
  { term: 'Ways to pay', fact: 'Bank, Binance Pay, crypto' },
  { term: 'Who checks', fact: 'A person, every time' },
  { term: 'What you see', fact: 'Each step, as it happens' },
]

export function Hero({ ids }: { ids: readonly string[] }) {
  return (
    <section aria-labelledby="hero" className="page-column hero">
      <div className="hero-words">
        <h1 id="hero" className="hero-title">
          Pay by transfer. Watch it&nbsp;clear.
        </h1>
        <p className="mt-5 max-w-[50ch] text-lg text-muted">
          Premium subscriptions and digital services without a card. You send the money your way, a person checks that
          it arrived, and you watch every step live.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/items" variant="primary" size="large">
            Browse services
            <ArrowRight size={18} />
          </ButtonLink>
          <ButtonLink href="/faq" size="large">
            How it works
          </ButtonLink>
        </div>
        <dl className="hero-facts">
          {facts.map(({ term, fact }) => (
            <div key={term}>
              <dt className="eyebrow">{term}</dt>
              <dd className="font-medium">{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
      <SampleOrder ids={ids} />
    </section>
  )
}

import { Check } from 'lucide-react'
import { useRef } from 'react'
import { durationLabel, isDrawing } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { laterElement } from '../layout/lazy-part.tsx'
import { Badge } from '../ui/badge.tsx'
import { useMoney } from '../use-money.ts'
import { AddToCart } from './add-to-cart.tsx'
import { Plans, PlansSkeleton } from './plans.tsx'
import { MonthlyPrice } from './price.tsx'
import { Rating } from './rating.tsx'
import { useStickyTop } from './use-sticky-top.ts'

const buyFacts = laterElement(() => import('./buy-facts.tsx'))

interface BuyBoxProps {
  item: Item
  /** The plans of its brand; null while they are loading. */
  plans: readonly Item[] | null
  onReviews: () => void
}

/** What it is, what it costs, its plans and the button that adds it to the cart; below, what else matters before buying. */
export function BuyBox({ item, plans, onReviews }: BuyBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useStickyTop(box)
  const { name, accountType, shortDescription, logoLink, bannerLink, features } = item
  return (
    <div ref={box} className="buy-box">
      <div className="grid gap-2">
        <div className="flex items-center gap-4">
          {!isDrawing(bannerLink) && <img src={logoLink} alt="" width={56} height={56} className="buy-box-logo" />}
          <h1 className="min-w-0 text-2xl wide:text-3xl">{name}</h1>
        </div>
        <p className="text-muted">{shortDescription}</p>
        <a
          href="#about"
          className="-my-1 w-fit rounded-md py-1 hover:underline max-wide:-my-3 max-wide:py-3"
          onClick={(event) => {
            event.preventDefault()
            onReviews()
          }}
        >
          <Rating item={item} />
        </a>
      </div>
      <PriceTag item={item} />
      {plans ? <Plans item={item} plans={plans} /> : item.brand !== '' && <PlansSkeleton count={item.planCount} />}
      <div className="grid gap-3">
        <noscript>
          <p className="text-sm text-muted">The cart needs JavaScript.</p>
        </noscript>
        <AddToCart item={item} />
      </div>
      {buyFacts}
      <section className="grid gap-2">
        <h2 className="text-base">What you get</h2>
        <ul className="buy-list buy-features">
          {[...new Set([accountType, ...features])].filter(Boolean).map((feature) => (
            <li key={feature}>
              <Check size={16} className="text-good" />
              {feature}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** The price, the price before, and the saving in words. */
function PriceTag({ item }: { item: Item }) {
  const { price, originalPrice, discount, duration } = item
  const money = useMoney()
  return (
    <div className="tabular grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        {originalPrice !== null && <span className="sr-only">Price now: </span>}
        <span className="heading text-3xl">{money(price)}</span>
        {originalPrice !== null && (
          <>
            <span className="sr-only">, before: </span>
            <s className="text-lg text-muted">{money(originalPrice)}</s>
            <Badge tone="good" icon={null}>{`Save ${discount}%`}</Badge>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-x-3">
        <span>{durationLabel(duration)}</span>
        <MonthlyPrice item={item} />
        {originalPrice !== null && (
          <span className="font-medium text-good">You save {money(originalPrice - price)}</span>
        )}
      </p>
    </div>
  )
}

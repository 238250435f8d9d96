import { Check, ShieldCheck } from 'lucide-react'
import { useRef } from 'react'
import { durationLabel } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useMoney } from '../use-money.ts'
import { Badge } from '../ui/badge.tsx'
import { AddToCart } from './add-to-cart.tsx'
import { PaymentMarks } from './payment-marks.tsx'
import { Plans, PlansSkeleton } from './plans.tsx'
import { MonthlyPrice } from './price.tsx'
import { Rating } from './rating.tsx'
import { ReadyIn } from './ready-in.tsx'
import { useStickyTop } from './use-sticky-top.ts'

interface BuyBoxProps {
  item: Item
  /** The plans of its brand; null while they are loading. */
  plans: readonly Item[] | null
  onReviews: () => void
}

/** The facts that matter before buying, and the button that adds the item to the cart. */
export function BuyBox({ item, plans, onReviews }: BuyBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useStickyTop(box)
  const { name, category, duration, accountType, shortDescription, logoLink, features } = item
  return (
    <div ref={box} className="buy-box">
      <div className="flex items-start gap-4">
        <img src={logoLink} alt="" width={64} height={64} className="buy-box-logo" />
        <div className="min-w-0">
          <p className="eyebrow">{category.name}</p>
          <h1 className="mt-0.5 text-2xl wide:text-3xl">{name}</h1>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a
          href="#about"
          className="-my-2 w-fit rounded-md py-1 hover:underline max-wide:-my-3.5 max-wide:py-3"
          onClick={(event) => {
            event.preventDefault()
            onReviews()
          }}
        >
          <Rating item={item} />
        </a>
        <div className="flex flex-wrap gap-2">
          <Badge tone="slate" icon={null}>
            {durationLabel(duration)}
          </Badge>
          <Badge tone="slate" icon={null}>
            {accountType}
          </Badge>
        </div>
      </div>
      <p className="mb-2 text-muted">{shortDescription}</p>
      {plans ? <Plans item={item} plans={plans} /> : item.brand !== '' && <PlansSkeleton />}
      <PriceTag item={item} />
      <ReadyIn />
      <noscript>
        <p className="text-sm text-muted">The cart needs JavaScript.</p>
      </noscript>
      <AddToCart item={item} />
      <PaymentMarks />
      <ul className="mt-2 grid gap-2 border-t pt-5">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5 text-sm">
            <Check size={16} className="mt-0.5 flex-none text-good" />
            {feature}
          </li>
        ))}
      </ul>
      <p className="flex gap-2.5 text-sm text-muted">
        <ShieldCheck size={16} className="mt-0.5 flex-none" />
        Paid by transfer. A person checks the payment, and you can follow each step on the order’s page.
      </p>
    </div>
  )
}

/** The price, the price before, and the saving in words. */
function PriceTag({ item }: { item: Item }) {
  const { price, originalPrice, discount } = item
  const money = useMoney()
  return (
    <div className="tabular mt-3 grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        {originalPrice !== null && <span className="sr-only">Price now: </span>}
        <span className="heading text-3xl">{money(price)}</span>
        {originalPrice !== null && (
          <>
            <span className="sr-only">, before: </span>
            <s className="text-lg text-muted">{money(originalPrice)}</s>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-x-4">
        <MonthlyPrice item={item} />
        {originalPrice !== null && (
          <span className="font-medium text-good">
            You save {money(originalPrice - price)} ({discount}%)
          </span>
        )}
      </p>
    </div>
  )
}

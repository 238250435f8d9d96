import { Check, ShieldCheck } from 'lucide-react'
import { durationLabel } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useMoney } from '../use-money.ts'
import { Badge } from '../ui/badge.tsx'
import { AddToCart } from './add-to-cart.tsx'
import { Rating } from './rating.tsx'

/** The facts that matter before buying, and the button that adds the item to the cart. */
export function BuyBox({ item, onReviews }: { item: Item; onReviews: () => void }) {
  const { name, category, duration, accountType, shortDescription, logoLink, features } = item
  return (
    <div className="buy-box">
      <div className="flex items-start gap-4">
        <img src={logoLink} alt="" width={64} height={64} className="buy-box-logo" />
        <div className="min-w-0">
          <p className="eyebrow">{category.name}</p>
          <h1 className="mt-0.5 text-2xl wide:text-3xl">{name}</h1>
        </div>
      </div>
      <button type="button" className="w-fit rounded-md py-1 hover:underline max-wide:py-3" onClick={onReviews}>
        <Rating item={item} />
      </button>
      <p className="text-muted">{shortDescription}</p>
      <div className="flex flex-wrap gap-2">
        <Badge tone="slate" icon={null}>
          {durationLabel(duration)}
        </Badge>
        <Badge tone="slate" icon={null}>
          {accountType}
        </Badge>
      </div>
      <PriceTag item={item} />
      <AddToCart item={item} />
      <ul className="grid gap-2 border-t pt-5">
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
function PriceTag({ item: { price, originalPrice, discount } }: { item: Item }) {
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
          </>
        )}
      </p>
      {originalPrice !== null && (
        <p className="font-medium text-good">
          You save {money(originalPrice - price)} ({discount}%)
        </p>
      )}
    </div>
  )
}

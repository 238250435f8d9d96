import { BadgeCheck } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '../../shared/format-count.ts'
import { itemPath } from '../../shared/catalogue/rules.ts'
import { useStore } from '../client-context.tsx'
import { Badge } from '../ui/badge.tsx'
import { Stars } from '../ui/stars.tsx'

/** What customers wrote about buying here; nothing until enough have. */
export default function ShopReviews() {
  const { reviews = [], rating = null } = useStore((state) => state.shop) ?? {}
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="reviews" className="page-column home-section">
      <h2 id="reviews" className="home-title">
        What customers say
      </h2>
      {rating && (
        <p className="home-rating">
          <Stars value={rating.average} />
          <Link href="/items?sortBy=rating" className="link">
            {rating.average.toFixed(1)} from{' '}
            {rating.count === 1 ? '1 review in all' : `${formatCount(rating.count)} reviews in all`}
          </Link>
        </p>
      )}
      <ul className="home-reviews">
        {reviews.map(({ _id, stars, text, name, item }) => (
          <li key={_id} className="grid">
            <figure className="home-review surface">
              <Stars value={stars} />
              <blockquote>“{text}”</blockquote>
              <figcaption>
                <span>
                  <span className="font-semibold">{name}</span>
                  <span className="text-muted"> on </span>
                  <Link href={itemPath(item)} className="link">
                    {item.name}
                  </Link>
                </span>
                <span>
                  <Badge tone="good" icon={BadgeCheck}>
                    Verified purchase
                  </Badge>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

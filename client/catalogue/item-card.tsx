import { Link } from 'wouter'
import { durationLabel, type Item } from '../../shared/catalogue.ts'
import { Price } from './price.tsx'
import { Rating } from './rating.tsx'

export interface ItemCardProps {
  item: Item
  /** The heading's level on this page. */
  level?: 2 | 3
  /** Among the first that are seen: its cover does not wait to be scrolled to. */
  early?: boolean
}

/** An item as a little cover: what it is, how long it lasts, what it costs. */
export function ItemCard({ item, level = 2, early }: ItemCardProps) {
  const Heading = `h${level}` as const
  const loading = early ? 'eager' : 'lazy'
  return (
    <article className="item-card surface">
      <div className="item-cover">
        <img src={item.bannerLink} alt="" width={640} height={400} loading={loading} />
        {item.discount > 0 && <span className="saving-tag">Save {item.discount}%</span>}
      </div>
      <div className="item-card-body">
        <img src={item.logoLink} alt="" width={44} height={44} loading={loading} className="item-logo" />
        <p className="item-card-category eyebrow">{item.category.name}</p>
        <Heading className="item-card-name">
          <Link href={`/items/${item._id}`} className="item-card-link">
            {item.name}
          </Link>
        </Heading>
        <Rating item={item} />
        <div className="item-card-foot">
          <p className="text-sm text-muted">{durationLabel(item.duration)}</p>
          <Price item={item} />
        </div>
      </div>
    </article>
  )
}

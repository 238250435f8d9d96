import { Link } from 'wouter'
import { durationLabel, isDrawing, itemPath } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useOpenWithCover } from './open-with-cover.ts'
import { Price } from './price.tsx'
import { Rating } from './rating.tsx'

export interface ItemCardProps {
  item: Item
  /** The heading's level on this page. */
  level?: 2 | 3
  /** Visible without scrolling, so its cover is loaded at once. */
  eager?: boolean
  /** The first card of the page, whose cover is loaded before the others. */
  first?: boolean
}

/** An item in a list: cover, name, rating, duration and price. */
export function ItemCard({ item, level = 2, eager, first }: ItemCardProps) {
  const Heading = `h${level}` as const
  const href = itemPath(item)
  const open = useOpenWithCover(href)
  const loading = eager ? 'eager' : 'lazy'
  return (
    <article className="item-card surface">
      <div className="item-cover">
        <img
          src={item.bannerLink}
          alt=""
          width={640}
          height={400}
          loading={loading}
          fetchPriority={first ? 'high' : 'auto'}
        />
        {!isDrawing(item.bannerLink) && (
          <img src={item.logoLink} alt="" width={44} height={44} loading={loading} className="item-logo" />
        )}
        {item.discount > 0 && <span className="saving-tag">{`Save ${item.discount}%`}</span>}
      </div>
      <div className="item-card-body">
        <p className="item-card-category">{item.category.name}</p>
        <Heading className="item-card-name">
          <Link href={href} className="item-card-link" onClick={open}>
            {item.name}
          </Link>
        </Heading>
        {item.reviewCount > 0 ? (
          <Rating item={item} />
        ) : (
          <p className="item-card-summary" title={item.shortDescription}>
            {item.shortDescription}
          </p>
        )}
        <div className="item-card-foot">
          <p className="text-sm text-muted">{durationLabel(item.duration)}</p>
          <Price item={item} />
        </div>
      </div>
    </article>
  )
}

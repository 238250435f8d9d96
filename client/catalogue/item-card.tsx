import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { durationLabel, isDrawing, itemPath } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useOpenWithCover } from './open-with-cover.ts'
import { MonthlyPrice, Price } from './price.tsx'
import { Rating } from './rating.tsx'

export interface ItemCardProps {
  item: Item
  /** The heading's level on this page. */
  level?: 2 | 3
  /** Visible without scrolling, so its cover is loaded at once. */
  eager?: boolean
  /** The first card of the page, whose cover is loaded before the others. */
  first?: boolean
  /** Instead of its short description. */
  summary?: ReactNode
}

/** An item in a list: cover, name, rating, duration, what a month costs, and the price with the saving. */
export function ItemCard({ item, level = 2, eager, first, summary }: ItemCardProps) {
  const Heading = `h${level}` as const
  const href = itemPath(item)
  const open = useOpenWithCover(item._id, href)
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
      </div>
      <div className="item-card-body">
        <p className="item-card-category">{item.category.name}</p>
        <Heading className="item-card-name" title={item.name}>
          <Link href={href} className="item-card-link" onClick={open}>
            {item.name}
          </Link>
        </Heading>
        {item.reviewCount > 0 && <Rating item={item} />}
        {summary ?? <CardSummary item={item} />}
        <div className="item-card-foot">
          <p className="item-card-terms">
            <span>{durationLabel(item.duration)}</span>
            <MonthlyPrice item={item} />
          </p>
          <Price item={item} saving={item.discount || undefined} />
        </div>
      </div>
    </article>
  )
}

/** Says of an item without reviews what it is. */
export function CardSummary({ item: { reviewCount, shortDescription } }: Pick<ItemCardProps, 'item'>) {
  if (reviewCount > 0) return null
  return (
    <p className="item-card-summary" title={shortDescription}>
      {shortDescription}
    </p>
  )
}

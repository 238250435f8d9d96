import { Link } from 'wouter'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import type { Category } from '../../shared/catalogue/schema.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

export interface CategoryIndexProps {
  categories: Category[] | null
  /** The logo of an item of each category. */
  marks: readonly { category: string; logoLink: string }[]
}

/** All categories, each with the logo of its most popular item. */
export function CategoryIndex({ categories, marks }: CategoryIndexProps) {
  if (!categories) {
    return (
      <Loading label="Loading categories" className="category-index">
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} className="h-14 w-full" />
        ))}
      </Loading>
    )
  }
  const logos = new Map(marks.map(({ category, logoLink }) => [category, logoLink]))
  return (
    <ul className="category-index">
      {categories.map(({ _id, name, itemCount }) => (
        <li key={_id} className="grid min-w-0">
          <Link href={categoryPath({ _id, name })} className="category-entry surface">
            {logos.has(_id) && (
              <img src={logos.get(_id)} alt="" width={32} height={32} loading="lazy" className="category-mark" />
            )}
            <span className="category-name">
              {name}
              <span className="category-count tabular">
                {itemCount}
                {itemCount === 1 ? ' service' : ' services'}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { Link } from 'wouter'
import type { Category } from '../../shared/catalogue/schema.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** All categories, laid out like the index of a book. */
export function CategoryIndex({ categories }: { categories: Category[] | null }) {
  if (!categories) {
    return (
      <Loading label="Loading categories" className="category-index">
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} className="my-3 h-5" />
        ))}
      </Loading>
    )
  }
  return (
    <ul className="category-index">
      {categories.map(({ _id, name, itemCount }) => (
        <li key={_id}>
          <Link href={`/items?category=${_id}`} className="category-entry">
            <span>{name}</span>
            <span className="category-dots" aria-hidden="true" />
            <span className="tabular text-muted">
              {itemCount}
              <span className="sr-only">{itemCount === 1 ? ' service' : ' services'}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { namedCategory } from '../../shared/catalogue/named-category.ts'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import { useStore } from '../client-context.tsx'

/** The category that a search names. */
export default function SearchCategory({ text }: { text: string }) {
  const categories = useStore((state) => state.catalogue.categories)
  const category = categories && namedCategory(text, categories)
  if (!category) return null
  return (
    <Link href={categoryPath(category)} className="search-category">
      See all {category.itemCount} in {category.name}
      <ArrowRight size={16} />
    </Link>
  )
}

import { itemPath } from '../../shared/catalogue/rules.ts'
import type { Category } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { StructuredData } from '../layout/structured-data.tsx'

export interface ListDataProps {
  category: Category | undefined
  /** The canonical path of the list. */
  address: string
  /** The list's items; none if it is filtered or starts later. */
  ids: readonly string[]
}

/** The list, and the way to its category, for search engines. */
export default function ListData({ category, address, ids }: ListDataProps) {
  const origin = useStore((state) => state.config?.publicUrl ?? '')
  const items = useStore((state) => state.catalogue.items)
  return (
    <>
      {category && (
        <StructuredData
          data={{
            '@type': 'BreadcrumbList',
            itemListElement: listElements([
              { name: 'Services', item: `${origin}/items` },
              { name: category.name, item: origin + address },
            ]),
          }}
        />
      )}
      {ids.length > 0 && (
        <StructuredData
          data={{
            '@type': 'ItemList',
            itemListElement: listElements(
              ids.flatMap((id) => (items[id] ? [{ url: origin + itemPath(items[id]) }] : [])),
            ),
          }}
        />
      )}
    </>
  )
}

const listElements = (entries: object[]) =>
  entries.map((entry, index) => ({ '@type': 'ListItem', position: index + 1, ...entry }))

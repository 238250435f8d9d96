import { categoryPath, itemPath, sharePictureLink } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { StructuredData } from '../layout/structured-data.tsx'

/** The item, and the way to it, for search engines. */
export default function ProductData({ item }: { item: Item }) {
  const origin = useStore((state) => state.config?.publicUrl ?? '')
  const url = origin + itemPath(item)
  const product = {
    '@type': 'Product',
    name: item.name,
    ...(item.brand !== '' && { brand: { '@type': 'Brand', name: item.brand } }),
    description: item.shortDescription,
    url,
    image: origin + sharePictureLink(item.bannerLink),
    category: item.category.name,
    sku: item._id,
    offers: {
      '@type': 'Offer',
      url,
      price: (item.price / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    },
    ...(item.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: item.averageRating,
        reviewCount: item.reviewCount,
      },
    }),
  }
  const breadcrumb = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { name: 'Services', item: `${origin}/items` },
      { name: item.category.name, item: origin + categoryPath(item.category) },
      { name: item.name, item: url },
    ].map((entry, index) => ({ '@type': 'ListItem', position: index + 1, ...entry })),
  }
  return (
    <>
      <StructuredData data={product} />
      <StructuredData data={breadcrumb} />
    </>
  )
}

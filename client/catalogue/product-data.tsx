import type { Item } from '../../shared/catalogue/schema.ts'

/** The item as structured data for search engines (schema.org). The browser doesn't execute it. */
export function ProductData({ item }: { item: Item }) {
  const rating = item.reviewCount > 0 && {
    '@type': 'AggregateRating',
    ratingValue: item.averageRating,
    reviewCount: item.reviewCount,
  }
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.name,
    description: item.shortDescription,
    image: item.bannerLink,
    category: item.category.name,
    sku: item._id,
    offers: {
      '@type': 'Offer',
      price: (item.price / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    },
    ...(rating && { aggregateRating: rating }),
  }
  // A name containing '</script>' must not end the element.
  const text = JSON.stringify(product).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}

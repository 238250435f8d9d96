import { categoryPath, itemPath, sharePictureLink } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import type { Review } from '../../shared/reviews/schema.ts'
import { useStore } from '../client-context.tsx'
import { StructuredData } from '../layout/structured-data.tsx'

const maxReviews = 3

/** The item, and the way to it, for search engines. */
export default function ProductData({ item }: { item: Item }) {
  const origin = useStore((state) => state.config?.publicUrl ?? '')
  const reviews = useStore((state) => state.reviews.byItem[item._id]?.list) ?? []
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
    ...(reviews.length > 0 && { review: reviews.slice(0, maxReviews).map(describeReview) }),
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

const describeReview = ({ user, stars, description, createdAt }: Review) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: `${user.firstName} ${user.lastName}` },
  reviewRating: { '@type': 'Rating', ratingValue: stars },
  reviewBody: description,
  datePublished: new Date(createdAt).toISOString().slice(0, 10),
})

import { createCategory } from '../catalogue/write-category.ts'
import { createItem } from '../catalogue/write-item.ts'
import { pictureLink, storePicture } from '../catalogue/pictures.ts'
import { createCoupon } from '../coupons/write-coupon.ts'
import { addReply } from '../support/saved-replies.ts'
import { buildCatalogue, type SeedItem, type SeedReview } from './catalogue.ts'
import { coupons, savedReplies } from './content.ts'
import type { People } from './seed-users.ts'
import { type ContextAt, dayMinutes } from './step.ts'

export type SeededItem = { id: string; name: string; categoryId: string; addedMinutesAgo: number }
/** Items by their slug, in display order. */
export type SeededItems = Map<string, SeededItem>

const openedMinutesAgo = 480 * dayMinutes

/** Creates categories, items with their drawings, coupons and saved replies. */
export async function seedCatalogue(
  contextAt: ContextAt,
  { ishara, mira }: People,
): Promise<{ items: SeededItems; reviews: SeedReview[] }> {
  const catalogue = buildCatalogue()
  const opening = contextAt(openedMinutesAgo)
  const categoryIds = new Map<string, string>()
  for (const { slug, name } of catalogue.categories) {
    categoryIds.set(slug, (await createCategory(opening, ishara, name))._id)
  }
  const created = new Map<string, SeededItem>()
  for (const item of catalogue.items.toSorted((a, b) => b.addedDaysAgo - a.addedDaysAgo)) {
    const addedMinutesAgo = item.addedDaysAgo * dayMinutes
    const ctx = contextAt(addedMinutesAgo)
    const categoryId = categoryIds.get(item.category)!
    const { _id } = await createItem(ctx, ishara, await inputOf(ctx, item, categoryId))
    created.set(item.slug, { id: _id, name: item.name, categoryId, addedMinutesAgo })
  }
  const items: SeededItems = new Map(catalogue.items.map(({ slug }) => [slug, created.get(slug)!]))
  await seedCoupons(contextAt, mira, [...items.values()][0]!)
  for (const reply of savedReplies) await addReply(contextAt(90 * dayMinutes), mira, reply)
  return { items, reviews: catalogue.reviews }
}

async function inputOf({ tx }: ReturnType<ContextAt>, item: SeedItem, category: string) {
  const store = async (svg: string) => pictureLink(await storePicture(tx, 'image/svg+xml', 'svg', Buffer.from(svg)))
  return {
    name: item.name,
    brand: item.brand,
    category,
    duration: item.months,
    price: item.priceCents,
    originalPrice: item.oldPriceCents,
    shortDescription: item.shortDescription,
    description: item.description,
    logoLink: await store(item.logo),
    bannerLink: await store(item.banner),
    accountType: item.accountType,
    features: item.features,
  }
}

async function seedCoupons(contextAt: ContextAt, staff: { id: string }, first: SeededItem) {
  for (const { limitedTo, ...coupon } of coupons) {
    await createCoupon(contextAt(100 * dayMinutes), staff, {
      ...coupon,
      validItem: limitedTo === 'item' ? first.id : null,
      validCategory: limitedTo === 'category' ? first.categoryId : null,
      expiresAt: null,
      usesLimit: null,
      usesPerCustomer: null,
    })
  }
}

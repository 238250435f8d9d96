import { accessLabels, type Brand, categories, type Category, type Plan } from './content.ts'
import { writeDescription } from './descriptions.ts'
import { drawBanner } from './drawings/draw-banner.ts'
import { drawLogo } from './drawings/draw-logo.ts'
import { randomFrom } from './random.ts'
import { type ReviewedItem, writeReviews } from './reviews.ts'

export type SeedCategory = { slug: string; name: string }

export type SeedItem = {
  slug: string
  /** A category's slug. */
  category: string
  name: string
  brand: string
  months: number
  priceCents: number
  /** The list price if the item is discounted, always above the price. */
  oldPriceCents: number | null
  shortDescription: string
  /** HTML of p, h3, ul, li and strong. */
  description: string
  features: string[]
  accountType: string
  /** SVG, 96 × 96. */
  logo: string
  /** SVG, 640 × 400. */
  banner: string
  addedDaysAgo: number
}

/** `item` is a slug, `reviewer` an index into `reviewers`. */
export type SeedReview = {
  item: string
  reviewer: number
  stars: 1 | 2 | 3 | 4 | 5
  text: string
  /** The reviewer has bought the item. */
  bought: boolean
  daysAgo: number
}

export type SeedCatalogue = { categories: SeedCategory[]; items: SeedItem[]; reviews: SeedReview[] }

/** Builds the demo store's catalogue: identical, to the byte, in every run. */
export function buildCatalogue(): SeedCatalogue {
  const entries = categories.flatMap(listEntries)
  return {
    categories: categories.map(({ slug, name }) => ({ slug, name })),
    items: entries.map(buildItem),
    reviews: writeReviews(entries.map(toReviewed)),
  }
}

type Entry = {
  category: Category
  brand: Brand
  brandIndex: number
  plan: Plan
  planIndex: number
  slug: string
  addedDaysAgo: number
}

function listEntries(category: Category): Entry[] {
  return category.brands.flatMap((brand, brandIndex) => {
    const since = Math.floor(randomFrom(`age ${brand.name}`)() ** 1.2 * 400)
    return brand.plans.map((plan, planIndex) => {
      const slug = slugOf(`${brand.name} ${plan.name}`)
      const later = Math.floor(randomFrom(`age ${slug}`)() * 90) * planIndex
      return {
        category,
        brand,
        brandIndex,
        plan,
        planIndex,
        slug,
        addedDaysAgo: Math.max(since - later, Math.floor(since / 6)),
      }
    })
  })
}

function buildItem({ category, brand, brandIndex, plan, planIndex, slug, addedDaysAgo }: Entry): SeedItem {
  return {
    slug,
    category: category.slug,
    name: `${brand.name} ${plan.name}`,
    brand: brand.name,
    months: plan.months,
    priceCents: plan.priceCents,
    oldPriceCents: plan.oldPriceCents ?? null,
    shortDescription: plan.short,
    description: writeDescription(brand, plan, randomFrom(`description ${slug}`)),
    features: [...plan.features, ...brand.features],
    accountType: accessLabels[plan.access],
    logo: drawLogo(brand, planIndex),
    banner: drawBanner(category.cover, { brand, brandIndex, planIndex, months: plan.months, slug }),
    addedDaysAgo,
  }
}

function toReviewed({ category, brand, plan, slug, addedDaysAgo }: Entry): ReviewedItem {
  const { access, months } = plan
  return { slug, category: category.slug, brand: brand.name, access, months, addedDaysAgo }
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[’',]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
}

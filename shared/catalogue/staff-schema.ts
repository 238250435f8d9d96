import * as z from 'zod/mini'
import { Dollars, RowVersion, Time } from '../contract.ts'
import { isVisible, withoutControls } from '../text.ts'
import { Category, Item, ItemDetails } from './schema.ts'
import { formatCount } from '../format-count.ts'

const staffFields = {
  /** When the item was archived; null while it is on sale or a draft. */
  archivedAt: z.nullable(Time),
  /** Saved, but not on sale. */
  draft: z.boolean(),
  /** How many orders contained it at the time of the response. */
  orderCount: z.int(),
  /** Changes when staff edit, publish, archive or restore the item, but not when it is reviewed. */
  version: RowVersion,
}
export const StaffItem = z.extend(Item, staffFields)
export type StaffItem = z.infer<typeof StaffItem>
export const StaffItemDetails = z.extend(ItemDetails, staffFields)
export type StaffItemDetails = z.infer<typeof StaffItemDetails>

export const StaffCategory = z.extend(Category, {
  archivedCount: z.int(),
  draftCount: z.int(),
  couponCount: z.int(),
  /** Changes when the category is renamed. */
  version: RowVersion,
})
export type StaffCategory = z.infer<typeof StaffCategory>

/** Which rows a list shows: active, archived, or both. */
export const archivedFilters = ['no', 'yes', 'all'] as const
export type ArchivedFilter = (typeof archivedFilters)[number]
/** The same for items: on sale, drafts, archived, or all of them. */
export const itemStateFilters = ['no', 'draft', 'yes', 'all'] as const
export type ItemStateFilter = (typeof itemStateFilters)[number]

/** What staff sort items by. */
export const staffItemSorts = { created: 'desc', name: 'asc', price: 'asc', changed: 'desc' } as const
export type StaffItemSort = keyof typeof staffItemSorts

const textField = (name: string, maxLength: number, minLength = 1) =>
  z
    .string({ error: `${name} must be text` })
    .check(
      z.trim(),
      z.minLength(minLength, { error: `${name} is required` }),
      z.maxLength(maxLength, { error: `${name} can be at most ${formatCount(maxLength)} characters` }),
    )

/** Text on one line. */
const lineField = (name: string, maxLength: number) =>
  textField(name, maxLength).check(isVisible(`${name} is required`), withoutControls(name))

export function integerField(name: string, min: number, max: number) {
  const error = `${name} must be a whole number from ${min} to ${formatCount(max)}`
  return z.int({ error }).check(z.gte(min, { error }), z.lte(max, { error }))
}

/** $100,000: anything above it is probably a typo. */
export const maxPriceCents = 10_000_000
export const maxDurationMonths = 120
export const maxNameLength = 120
export const maxFeatures = 20
/** Every change of their sequence lists them all. */
export const maxCategories = 500

export const Price = Dollars.check(
  z.gte(1, { error: 'The price must be more than $0' }),
  z.lte(maxPriceCents, { error: 'The price can be at most $100,000' }),
)

/** A picture uploaded before. */
const PictureLink = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .check(z.maxLength(100), z.regex(/^\/media\/[\w.-]+$/, { error: `${name} is required` }))

export const ItemFields = {
  name: lineField('Name', maxNameLength),
  /** The maker, whose other items are shown beside it; '' for none. A change without it keeps it. */
  brand: z.optional(
    z
      .string({ error: 'Brand must be text' })
      .check(z.trim(), z.maxLength(60, { error: 'Brand can be at most 60 characters' }), withoutControls('Brand')),
  ),
  category: z
    .string({ error: 'Category is required' })
    .check(z.minLength(1, { error: 'Category is required' }), z.maxLength(40)),
  duration: integerField('Duration', 1, maxDurationMonths),
  price: Price,
  /** The price before a reduction, above the price; or null. */
  originalPrice: z.nullable(Price),
  shortDescription: lineField('Short description', 300),
  /** HTML; elements and attributes that aren't allowed are removed. */
  description: textField('Description', 16_000, 0),
  accountType: lineField('Account type', 60),
  features: z
    .array(lineField('A feature', 120), { error: 'Features must be a list' })
    .check(z.maxLength(maxFeatures, { error: `An item can have at most ${maxFeatures} features` })),
  logoLink: PictureLink('Logo'),
  bannerLink: PictureLink('Banner'),
}
export const ItemInput = z.strictObject(ItemFields)
export type ItemInput = z.infer<typeof ItemInput>
/** A new item goes on sale at once unless it is a draft. */
export const NewItemInput = z.extend(ItemInput, { draft: z.optional(z.boolean()) })
export type NewItemInput = z.infer<typeof NewItemInput>

export const CategoryName = lineField('Name', 60)
export const CategoryInput = z.strictObject({ name: CategoryName })

/** What an uploaded picture is for, which decides its size. */
export const pictureUses = ['logo', 'banner'] as const
export type PictureUse = (typeof pictureUses)[number]
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const maxPictureBytes = 5 * 1024 * 1024
/** Response of POST /admin/pictures, whose request body is the picture itself. */
export const PictureUploadOutput = z.object({ data: z.object({ link: z.string() }) })

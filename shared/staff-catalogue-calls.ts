import * as z from 'zod/mini'
import { del, Dollars, get, Id, Page, post, put, Time } from './contract.ts'
import { archivedFilters, StaffCategory, StaffCoupon, StaffItem, StaffItemDetails } from './staff-catalogue.ts'

const text = (name: string, most: number, least = 1) =>
  z
    .string({ error: `${name} must be a text` })
    .check(
      z.trim(),
      z.minLength(least, { error: `${name} is required` }),
      z.maxLength(most, { error: `${name} takes at most ${most} characters` }),
    )
const whole = (name: string, least: number, most: number) =>
  z
    .int({ error: `${name} must be a whole number from ${least} to ${most}` })
    .check(
      z.gte(least, { error: `${name} must be a whole number from ${least} to ${most}` }),
      z.lte(most, { error: `${name} must be a whole number from ${least} to ${most}` }),
    )

/** 100,000 dollars: beyond it somebody mistyped. */
export const mostCents = 10_000_000
export const mostMonths = 120
export const mostFeatures = 20
const Price = Dollars.check(
  z.gte(1, { error: 'The price must be above 0' }),
  z.lte(mostCents, { error: 'The price takes at most $100,000' }),
)

/** A picture that was uploaded before. */
const PictureLink = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .check(z.maxLength(100), z.regex(/^\/media\/[\w.-]+$/, { error: `${name} is required` }))

/** What staff write of an item. */
export const ItemFields = {
  name: text('Name', 120),
  category: Id,
  duration: whole('Duration', 1, mostMonths),
  price: Price,
  /** The price before; above the price, or null. */
  originalPrice: z.nullable(Price),
  shortDescription: text('Short description', 300),
  /** HTML; what no description may have is dropped. */
  description: text('Description', 16_000, 0),
  accountType: text('Account type', 60),
  features: z
    .array(text('A feature', 120), { error: 'Features must be a list' })
    .check(z.maxLength(mostFeatures, { error: `An item takes at most ${mostFeatures} features` })),
  logoLink: PictureLink('Logo'),
  bannerLink: PictureLink('Banner'),
}
export const WrittenItem = z.strictObject(ItemFields)
export type WrittenItem = z.infer<typeof WrittenItem>

export const categoryName = text('Name', 60)
export const WrittenCategory = z.strictObject({ name: categoryName })

const fits = 'Code must be 2-32 characters: letters and numbers only'
/** Blanks around it and the case do not count. */
const Code = z
  .string({ error: fits })
  .check(z.maxLength(100, { error: fits }), z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{2,32}$/, { error: fits }))

/** What staff write of a coupon. Tied to an item, or to a category, or to neither. */
export const CouponFields = {
  code: Code,
  type: z.enum(['Percentage', 'Fixed'], { error: 'Type must be Percentage or Fixed' }),
  /** Percent, or dollars. */
  amount: Dollars.check(
    z.gte(1, { error: 'The amount must be above 0' }),
    z.lte(mostCents, { error: 'The amount takes at most $100,000' }),
  ),
  validItem: z.nullable(Id),
  validCategory: z.nullable(Id),
  expiresAt: z.nullable(Time),
  usesLimit: z.nullable(whole('The limit of uses', 1, 1_000_000)),
  usesPerCustomer: z.nullable(whole('The limit for one customer', 1, 1000)),
}
export const WrittenCoupon = z.strictObject(CouponFields)
export type WrittenCoupon = z.infer<typeof WrittenCoupon>

const Found = { archived: z.optional(z.enum(archivedFilters)), q: z.optional(z.string().check(z.maxLength(100))) }
const listOf = <T extends z.ZodMiniType>(row: T) => ({
  data: z.array(row),
  totalCount: z.int(),
  nextCursor: z.nullable(z.string()),
})
const oneItem = { data: StaffItemDetails, message: z.string() }
const oneCategory = { data: StaffCategory, message: z.string() }
const allCategories = { data: z.array(StaffCategory), message: z.string() }
const oneCoupon = { data: StaffCoupon, message: z.string() }
/** `data` is the row as it is now, archived; null when it is gone for good. */
const removed = <T extends z.ZodMiniType>(row: T) => ({ data: z.nullable(row), message: z.string() })

export const staffCatalogueRoutes = {
  staffItems: get('/admin/items', {
    who: 'staff',
    summary: 'Items, newest first, also those off the shelf',
    input: z.strictObject({ ...Found, category: z.optional(z.string().check(z.maxLength(40))), ...Page }),
    output: listOf(StaffItem),
  }),
  staffItem: get('/admin/items/:id', {
    who: 'staff',
    summary: 'One item, whole, on sale or not',
    output: { data: StaffItemDetails },
  }),
  createItem: post('/admin/items', {
    who: 'staff',
    summary: 'Put a new item on the shelf',
    input: WrittenItem,
    output: oneItem,
    idempotent: true,
  }),
  changeItem: put('/admin/items/:id', {
    who: 'staff',
    summary: 'Write an item anew; 409 with the item as it is, when it is not the one of `updatedAt` any more',
    input: z.strictObject({ ...ItemFields, updatedAt: Time }),
    output: oneItem,
  }),
  removeItem: del('/admin/items/:id', {
    who: 'staff',
    summary: 'Take an item off the shelf: archived if it was ever ordered, reviewed or put in a cart, else deleted',
    output: removed(StaffItemDetails),
  }),
  restoreItem: post('/admin/items/:id/restore', {
    who: 'staff',
    summary: 'Put an archived item back on the shelf',
    output: oneItem,
  }),
  staffCategories: get('/admin/categories', {
    who: 'staff',
    summary: 'All categories, and what each has',
    output: { data: z.array(StaffCategory) },
  }),
  createCategory: post('/admin/categories', {
    who: 'staff',
    summary: 'Add a category, last in order',
    input: WrittenCategory,
    output: oneCategory,
  }),
  orderCategories: post('/admin/categories/order', {
    who: 'staff',
    summary: 'Put the categories in this order; 409 with the categories as they are, unless all are named',
    input: z.strictObject({ ids: z.array(Id).check(z.maxLength(500)) }),
    output: allCategories,
  }),
  staffCategory: get('/admin/categories/:id', {
    who: 'staff',
    summary: 'One category',
    output: { data: StaffCategory },
  }),
  renameCategory: put('/admin/categories/:id', {
    who: 'staff',
    summary: 'Rename a category; with `was`, 409 with the category as it is, when that is not its name any more',
    input: z.strictObject({ name: categoryName, was: z.optional(z.string().check(z.maxLength(200))) }),
    output: oneCategory,
  }),
  deleteCategory: del('/admin/categories/:id', {
    who: 'staff',
    summary: 'Delete a category that nothing is in',
    output: { message: z.string() },
  }),
  staffCoupons: get('/admin/coupons', {
    who: 'staff',
    summary: 'Coupons, newest first',
    input: z.strictObject({ ...Found, ...Page }),
    output: listOf(StaffCoupon),
  }),
  staffCoupon: get('/admin/coupons/:id', { who: 'staff', summary: 'One coupon', output: { data: StaffCoupon } }),
  createCoupon: post('/admin/coupons', {
    who: 'staff',
    summary: 'Add a coupon',
    input: WrittenCoupon,
    output: oneCoupon,
    idempotent: true,
  }),
  changeCoupon: put('/admin/coupons/:id', {
    who: 'staff',
    summary:
      'Write a coupon anew; orders that hold it keep what they have. With `version`, 409 with the coupon as it is, ' +
      'when it is not that one any more',
    input: z.strictObject({ ...CouponFields, version: z.optional(z.string().check(z.maxLength(40))) }),
    output: oneCoupon,
  }),
  removeCoupon: del('/admin/coupons/:id', {
    who: 'staff',
    summary: 'End a coupon: archived if it was ever used, else deleted',
    output: removed(StaffCoupon),
  }),
  restoreCoupon: post('/admin/coupons/:id/restore', {
    who: 'staff',
    summary: 'Take an archived coupon back into use',
    output: oneCoupon,
  }),
}

/** What an uploaded picture is for: it decides how large it becomes. */
export const pictureUses = ['logo', 'banner'] as const
export type PictureUse = (typeof pictureUses)[number]
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
/** The largest picture that is taken, in bytes. */
export const mostPictureBytes = 5 * 1024 * 1024
/** Answer of POST /admin/pictures, whose body is the picture itself. */
export const PictureAnswer = z.object({ data: z.object({ link: z.string() }) })

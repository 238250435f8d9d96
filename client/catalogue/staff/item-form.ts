import type { Category, Item } from '../../../shared/catalogue/schema.ts'
import { discountPercent } from '../../../shared/money.ts'
import { maxDurationMonths, type StaffItemDetails, ItemInput } from '../../../shared/catalogue/staff-schema.ts'
import { parsePrice } from '../price-input.ts'
import * as z from 'zod/mini'

/** The form as it is typed; fields that can be invalid are text. */
export type ItemForm = {
  name: string
  brand: string
  category: string
  duration: string
  price: string
  originalPrice: string
  shortDescription: string
  description: string
  accountType: string
  features: string[]
  logoLink: string
  bannerLink: string
}
export type ItemField = keyof ItemForm
export type ItemErrors = Partial<Record<ItemField, string>>

export const emptyForm: ItemForm = {
  name: '',
  brand: '',
  category: '',
  duration: '12',
  price: '',
  originalPrice: '',
  shortDescription: '',
  description: '',
  accountType: '',
  features: [],
  logoLink: '',
  bannerLink: '',
}

export const toItemForm = (item: StaffItemDetails): ItemForm => ({
  name: item.name,
  brand: item.brand,
  category: item.category._id,
  duration: String(item.duration),
  price: (item.price / 100).toFixed(2),
  originalPrice: item.originalPrice === null ? '' : (item.originalPrice / 100).toFixed(2),
  shortDescription: item.shortDescription,
  description: item.description,
  accountType: item.accountType,
  features: item.features,
  logoLink: item.logoLink,
  bannerLink: item.bannerLink,
})

export const isSameForm = (a: ItemForm, b: ItemForm) => JSON.stringify(a) === JSON.stringify(b)

/** Parses the form; with errors by field if it is invalid. */
export function parseItemForm(form: ItemForm): { input: ItemInput } | { errors: ItemErrors } {
  const price = parsePrice(form.price, 'USD')
  const originalPrice = parsePrice(form.originalPrice, 'USD')
  const errors: ItemErrors = {}
  if (form.category === '') errors.category = 'Please choose a category'
  if (!/^\d{1,3}$/.test(form.duration.trim()))
    errors.duration = `Enter a whole number of months from 1 to ${maxDurationMonths}`
  if (price === undefined) errors.price = 'Price is required'
  if (price === null) errors.price = 'Enter an amount in dollars, such as 12.99'
  if (originalPrice === null) errors.originalPrice = 'Enter an amount in dollars, such as 19.99'
  if (typeof price === 'number' && typeof originalPrice === 'number' && originalPrice <= price) {
    errors.originalPrice = 'The old price must be higher than the price'
  }
  const input = {
    ...form,
    duration: Number(form.duration),
    price: price ?? 1,
    originalPrice: originalPrice ?? null,
    features: form.features.map((feature) => feature.trim()).filter(Boolean),
  }
  const encoded = z.safeEncode(ItemInput, input)
  for (const { path, message } of encoded.error?.issues ?? []) errors[path[0] as ItemField] ??= message
  return Object.keys(errors).length > 0 ? { errors } : { input }
}

/** The item as customers would see it, with placeholders for missing fields. */
export function previewOf(form: ItemForm, categories: Category[], item: Partial<Item> | undefined): Item {
  const price = parsePrice(form.price, 'USD') ?? 0
  const oldPrice = parsePrice(form.originalPrice, 'USD') ?? null
  const discount = discountPercent(price, oldPrice)
  const category = categories.find(({ _id }) => _id === form.category)
  return {
    _id: item?._id ?? 'preview',
    name: form.name.trim() || 'Item name',
    brand: form.brand.trim(),
    duration: Number.parseInt(form.duration, 10) || 1,
    price,
    originalPrice: discount > 0 ? oldPrice : null,
    discount,
    shortDescription: form.shortDescription,
    bannerLink: form.bannerLink,
    logoLink: form.logoLink,
    averageRating: item?.averageRating ?? 0,
    reviewCount: item?.reviewCount ?? 0,
    accountType: form.accountType,
    features: form.features,
    category: { _id: form.category, name: category?.name ?? 'Category' },
    createdAt: item?.createdAt ?? 0,
    updatedAt: item?.updatedAt ?? 0,
  }
}

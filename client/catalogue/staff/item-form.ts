import { type Category, type Item } from '../../shared/catalogue.ts'
import { discountPercent } from '../../shared/money.ts'
import type { StaffItemDetails } from '../../shared/staff-catalogue.ts'
import { mostMonths, WrittenItem } from '../../shared/staff-catalogue-calls.ts'
import { readPrice } from '../catalogue/typed-price.ts'
import * as z from 'zod/mini'

/** The form as it is typed: what can be wrong is text. */
export type ItemForm = {
  name: string
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
export type ItemFaults = Partial<Record<ItemField, string>>

export const emptyForm: ItemForm = {
  name: '',
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

export const formOf = (item: StaffItemDetails): ItemForm => ({
  name: item.name,
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

export const isSameForm = (one: ItemForm, other: ItemForm) => JSON.stringify(one) === JSON.stringify(other)

/** What the form comes to, or what is wrong with it, field by field in their order on the page. */
export function readForm(form: ItemForm): { written: WrittenItem } | { faults: ItemFaults } {
  const price = readPrice(form.price, 'USD')
  const originalPrice = readPrice(form.originalPrice, 'USD')
  const faults: ItemFaults = {}
  if (form.category === '') faults.category = 'Please choose a category'
  if (!/^\d{1,3}$/.test(form.duration.trim())) faults.duration = `A whole number of months, 1 to ${mostMonths}`
  if (price === undefined) faults.price = 'Price is required'
  if (price === null) faults.price = 'An amount in dollars, such as 12.99'
  if (originalPrice === null) faults.originalPrice = 'An amount in dollars, such as 19.99'
  if (typeof price === 'number' && typeof originalPrice === 'number' && originalPrice <= price) {
    faults.originalPrice = 'The old price must be above the price'
  }
  const written = {
    ...form,
    duration: Number(form.duration),
    price: price ?? 1,
    originalPrice: originalPrice ?? null,
    features: form.features.map((one) => one.trim()).filter(Boolean),
  }
  const encoded = z.safeEncode(WrittenItem, written)
  for (const { path, message } of encoded.error?.issues ?? []) faults[path[0] as ItemField] ??= message
  return Object.keys(faults).length > 0 ? { faults } : { written }
}

/** The card as the shop would show it, as far as it is written. */
export function previewOf(form: ItemForm, categories: Category[], known: Partial<Item> | undefined): Item {
  const price = readPrice(form.price, 'USD') ?? 0
  const oldPrice = readPrice(form.originalPrice, 'USD') ?? null
  const discount = discountPercent(price, oldPrice)
  const category = categories.find((one) => one._id === form.category)
  return {
    _id: known?._id ?? 'preview',
    name: form.name.trim() || 'Name of the item',
    duration: Number.parseInt(form.duration, 10) || 1,
    price,
    originalPrice: discount > 0 ? oldPrice : null,
    discount,
    shortDescription: form.shortDescription,
    bannerLink: form.bannerLink,
    logoLink: form.logoLink,
    averageRating: known?.averageRating ?? 0,
    reviewCount: known?.reviewCount ?? 0,
    accountType: form.accountType,
    features: form.features,
    category: { _id: form.category, name: category?.name ?? 'Category' },
    createdAt: known?.createdAt ?? 0,
    updatedAt: known?.updatedAt ?? 0,
  }
}

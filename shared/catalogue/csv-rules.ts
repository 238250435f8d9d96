import * as z from 'zod/mini'
import type { CsvColumn, CsvLine } from './csv-schema.ts'
import { ItemInput } from './staff-schema.ts'

/** An item's fields as they are, to which a line's cells are applied; for a new item, empty. */
export type CsvBase = Omit<ItemInput, 'price'> & { price: number | null }

export const emptyItem: CsvBase = {
  name: '',
  brand: '',
  category: '',
  duration: 1,
  price: null,
  originalPrice: null,
  shortDescription: '',
  description: '',
  accountType: '',
  features: [],
  logoLink: '',
  bannerLink: '',
}

/** '12.99', '1299' or '$1,299.00' in cents; null for an empty cell, undefined for anything else. */
export function parseCsvPrice(cell: string): number | null | undefined {
  const text = cell.trim()
  if (text === '') return null
  if (!/^\$?(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(text)) return undefined
  return Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100)
}

/**
 * Applies the cells of a line to an item; columns that the file doesn't have leave their fields as they are.
 * @param item its fields as they are; null for a new one
 * @param categoryId returns the id of a category by its name
 */
export function readCsvLine(
  cells: CsvLine,
  item: CsvBase | null,
  categoryId: (name: string) => string | undefined,
): { input: ItemInput; problems: string[] } {
  const problems: string[] = []
  const base = item ?? emptyItem
  const text = (column: CsvColumn, current: string) => cells[column]?.trim() ?? current
  const readPrice = (column: 'price' | 'originalPrice', current: number | null) => {
    const cell = cells[column]
    if (cell === undefined) return current
    const price = parseCsvPrice(cell)
    if (price === undefined) problems.push(`“${shorten(cell)}” is not a price such as 12.99`)
    return price
  }
  const currency = cells.currency?.trim().toUpperCase() ?? ''
  if (currency !== '' && currency !== 'USD') problems.push(`Prices are in USD, not in ${shorten(currency)}`)
  const category = cells.category === undefined ? base.category : categoryId(cells.category)
  if (category === undefined) problems.push(`There is no category “${shorten(cells.category!)}”`)
  const duration = cells.duration?.trim()
  if (duration !== undefined && !/^\d{1,4}$/.test(duration)) {
    problems.push(`“${shorten(duration)}” is not a whole number of months`)
  }
  const price = readPrice('price', base.price)
  if (price === null) problems.push('Price is required')
  const originalPrice = readPrice('originalPrice', base.originalPrice) ?? null
  const input: ItemInput = {
    name: text('name', base.name),
    brand: text('brand', base.brand ?? ''),
    category: category ?? 'unknown',
    duration: duration !== undefined && /^\d{1,4}$/.test(duration) ? Number(duration) : base.duration,
    price: price ?? 1,
    originalPrice,
    shortDescription: text('shortDescription', base.shortDescription),
    description: text('description', base.description),
    accountType: text('accountType', base.accountType),
    features: cells.features === undefined ? base.features : splitLines(cells.features),
    logoLink: text('logoLink', base.logoLink),
    bannerLink: text('bannerLink', base.bannerLink),
  }
  for (const { path, message } of z.safeEncode(ItemInput, input).error?.issues ?? []) {
    const name = path[0] as keyof ItemInput
    // What was there before may break a rule that is newer.
    if (!item || JSON.stringify(item[name]) !== JSON.stringify(input[name])) problems.push(message)
  }
  const arePricesNew = !item || price !== item.price || originalPrice !== item.originalPrice
  if (arePricesNew && originalPrice !== null && price && originalPrice <= price) {
    problems.push('The old price must be above the price')
  }
  return { input, problems: [...new Set(problems)] }
}

/** Features are listed one on a line. */
const splitLines = (cell: string) =>
  cell
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

import type { Category } from './schema.ts'

/** Replaces or appends a category, and sorts if the order is given. */
export function placeCategory<C extends Category>(categories: C[], category: C, order: string[] | undefined): C[] {
  const isKnown = categories.some(({ _id }) => _id === category._id)
  const placed = isKnown
    ? categories.map((other) => (other._id === category._id ? category : other))
    : [...categories, category]
  return order ? placed.toSorted((a, b) => order.indexOf(a._id) - order.indexOf(b._id)) : placed
}

import type { Category } from '../../../shared/catalogue/schema.ts'
import { conflictFields, type ConflictField } from '../../staff/edit-conflict.tsx'
import type { ItemForm } from './item-form.ts'

const labels: Record<keyof ItemForm, string> = {
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  duration: 'Months',
  price: 'Price',
  originalPrice: 'Old price',
  shortDescription: 'Short description',
  description: 'Description',
  accountType: 'Account type',
  features: 'Features',
  logoLink: 'Logo',
  bannerLink: 'Banner',
}

/** Where a colleague's version of an item differs from the form, as text. */
export const itemConflicts = (theirs: ItemForm, mine: ItemForm, categories: Category[]): ConflictField[] =>
  conflictFields(labels, theirs, mine, (name, form) => {
    if (name === 'category') return categories.find(({ _id }) => _id === form.category)?.name ?? ''
    if (name === 'features') return form.features.join(', ')
    if (name === 'description') return textOf(form.description)
    // A picture's name says nothing, but that it is another one.
    if (name === 'logoLink') return form.logoLink.replace(/^\/media\//, 'Picture ')
    if (name === 'bannerLink') return form.bannerLink.replace(/^\/media\//, 'Picture ')
    return form[name]
  })

/** The text of sanitised HTML, one line for each block. */
const textOf = (html: string) =>
  html
    .replaceAll(/<\/(p|li|h3|h4)>|<br>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim()

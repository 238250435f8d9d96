import * as z from 'zod/mini'
import { del, get, Id, listOutput, Pagination, post, put, RowVersion, SearchQuery, Time } from '../contract.ts'
import {
  archivedFilters,
  CategoryInput,
  CategoryName,
  ItemFields,
  ItemInput,
  StaffCategory,
  StaffItem,
  StaffItemDetails,
} from './staff-schema.ts'

export const ArchivableFilter = { archived: z.optional(z.enum(archivedFilters)), q: SearchQuery }

const itemOutput = { data: StaffItemDetails, message: z.string() }
const categoryOutput = { data: StaffCategory, message: z.string() }
/** `data` is the archived row, or null when the row was deleted. */
export const removedOutput = <T extends z.ZodMiniType>(row: T) => ({ data: z.nullable(row), message: z.string() })

export const staffCatalogueRoutes = {
  staffItems: get('/admin/items', {
    access: 'staff',
    summary: 'List items including archived ones, newest first',
    input: z.strictObject({
      ...ArchivableFilter,
      category: z.optional(z.string().check(z.maxLength(40))),
      ...Pagination,
    }),
    output: listOutput(StaffItem),
  }),
  staffItem: get('/admin/items/:id', {
    access: 'staff',
    summary: 'Return an item, archived or not',
    output: { data: StaffItemDetails },
  }),
  createItem: post('/admin/items', {
    access: 'staff',
    summary: 'Create an item',
    input: ItemInput,
    output: itemOutput,
    idempotent: true,
  }),
  changeItem: put('/admin/items/:id', {
    access: 'staff',
    summary: 'Update an item; 409 with the current item if it has changed since `version`, or since `updatedAt`',
    input: z.strictObject({ ...ItemFields, version: z.optional(RowVersion), updatedAt: z.optional(Time) }).check(
      z.refine(({ version, updatedAt }) => version !== undefined || updatedAt !== undefined, {
        error: 'version is missing.',
      }),
    ),
    output: itemOutput,
  }),
  removeItem: del('/admin/items/:id', {
    access: 'staff',
    summary: 'Delete an item, or archive it if it was ever ordered, reviewed or added to a cart',
    output: removedOutput(StaffItemDetails),
  }),
  restoreItem: post('/admin/items/:id/restore', {
    access: 'staff',
    summary: 'Restore an archived item',
    output: itemOutput,
  }),
  staffCategories: get('/admin/categories', {
    access: 'staff',
    summary: 'List categories with their item and coupon counts',
    output: { data: z.array(StaffCategory) },
  }),
  createCategory: post('/admin/categories', {
    access: 'staff',
    summary: 'Create a category, sorted last',
    input: CategoryInput,
    output: categoryOutput,
  }),
  sortCategories: post('/admin/categories/order', {
    access: 'staff',
    summary: 'Sort the categories; 409 with the current categories unless every one is listed',
    input: z.strictObject({ ids: z.array(Id).check(z.maxLength(500)) }),
    output: { data: z.array(StaffCategory), message: z.string() },
  }),
  staffCategory: get('/admin/categories/:id', {
    access: 'staff',
    summary: 'Return a category',
    output: { data: StaffCategory },
  }),
  renameCategory: put('/admin/categories/:id', {
    access: 'staff',
    summary:
      'Rename a category; 409 with the current category if it has changed since `version`, or its name is no longer `was`',
    input: z.strictObject({
      name: CategoryName,
      version: z.optional(RowVersion),
      was: z.optional(z.string().check(z.maxLength(200))),
    }),
    output: categoryOutput,
  }),
  deleteCategory: del('/admin/categories/:id', {
    access: 'staff',
    summary: 'Delete an empty category',
    output: { message: z.string() },
  }),
}

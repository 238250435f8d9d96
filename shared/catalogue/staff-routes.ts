import * as z from 'zod/mini'
import { del, get, Id, listOutput, Pagination, post, put, RowVersion, SearchQuery, Sorting, Time } from '../contract.ts'
import { CsvInput, CsvLineResult, maxImportBytes } from './csv-schema.ts'
import { maxBulkItems, PricePreviewInput, PriceProposal, PricesInput } from './prices-schema.ts'
import {
  archivedFilters,
  CategoryInput,
  CategoryName,
  ItemFields,
  itemStateFilters,
  NewItemInput,
  StaffCategory,
  StaffItem,
  StaffItemDetails,
  staffItemSorts,
} from './staff-schema.ts'

const versionInput = z.strictObject({ version: z.optional(RowVersion) })

export const ArchivableFilter = { archived: z.optional(z.enum(archivedFilters)), q: SearchQuery }

const itemOutput = { data: StaffItemDetails, message: z.string() }
const categoryOutput = { data: StaffCategory, message: z.string() }
/** `data` is the archived row, or null when the row was deleted. */
export const removedOutput = <T extends z.ZodMiniType>(row: T) => ({ data: z.nullable(row), message: z.string() })

export const staffCatalogueRoutes = {
  staffItems: get('/admin/items', {
    access: 'staff',
    summary: 'List items including drafts and archived ones, newest first or as sorted',
    input: z.strictObject({
      archived: z.optional(z.enum(itemStateFilters)),
      q: SearchQuery,
      category: z.optional(z.string().check(z.maxLength(40))),
      ...Sorting(staffItemSorts),
      ...Pagination,
    }),
    output: listOutput(StaffItem),
  }),
  exportItems: get('/admin/items/export', {
    access: 'staff',
    summary: 'Return a part of the catalogue as CSV: up to 2,000 items; the next parts follow by `cursor`',
    input: z.strictObject({ category: z.optional(Id), cursor: Pagination.cursor }),
    output: { data: z.object({ text: z.string() }), nextCursor: z.nullable(z.string()) },
  }),
  staffItem: get('/admin/items/:id', {
    access: 'staff',
    summary: 'Return an item, on sale or not',
    output: { data: StaffItemDetails },
  }),
  createItem: post('/admin/items', {
    access: 'staff',
    summary: 'Create an item, on sale or as a draft',
    input: NewItemInput,
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
  copyItem: post('/admin/items/:id/copy', {
    access: 'staff',
    summary: 'Copy an item as a draft',
    output: itemOutput,
    idempotent: true,
  }),
  publishItem: post('/admin/items/:id/publish', {
    access: 'staff',
    summary: 'Put a draft on sale; 409 with the current item if it has changed since `version`',
    input: versionInput,
    output: itemOutput,
  }),
  unpublishItem: post('/admin/items/:id/unpublish', {
    access: 'staff',
    summary: 'Make an item on sale a draft; 409 with the current item if it has changed since `version`',
    input: versionInput,
    output: itemOutput,
  }),
  previewPrices: post('/admin/items/prices/preview', {
    access: 'staff',
    summary: `Return what a change of prices would do, for up to ${maxBulkItems} items, or a page of a category`,
    input: PricePreviewInput,
    output: listOutput(PriceProposal),
  }),
  changePrices: post('/admin/items/prices', {
    access: 'staff',
    summary:
      `Set the prices of up to ${maxBulkItems} items, all or none; ` +
      '409 with the current items if some have changed since their `version`',
    input: PricesInput,
    output: { changed: z.int(), message: z.string() },
    idempotent: true,
  }),
  checkImport: post('/admin/items/import/check', {
    access: 'staff',
    summary: `Return what importing up to ${maxBulkItems} lines of a CSV file would do`,
    input: CsvInput,
    output: { data: z.array(CsvLineResult) },
    maxBytes: maxImportBytes,
  }),
  importItems: post('/admin/items/import', {
    access: 'staff',
    summary: `Import up to ${maxBulkItems} lines of a CSV file, all or none; 409 or 422 with the lines that have problems`,
    input: CsvInput,
    output: { created: z.int(), changed: z.int(), message: z.string() },
    maxBytes: maxImportBytes,
    idempotent: true,
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

import * as z from 'zod/mini'
import { RowVersion } from '../contract.ts'
import { maxBulkItems } from './prices-schema.ts'

/** The columns of the catalogue's CSV file, in their sequence (docs/catalogue-csv.md). */
export const csvColumns = {
  id: 'Id',
  version: 'Version',
  status: 'Status',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  duration: 'Months',
  price: 'Price',
  originalPrice: 'Old price',
  currency: 'Currency',
  accountType: 'Account type',
  shortDescription: 'Short description',
  description: 'Description',
  features: 'Features',
  logoLink: 'Logo',
  bannerLink: 'Banner',
} as const
export type CsvColumn = keyof typeof csvColumns
export const csvColumnNames = Object.keys(csvColumns) as CsvColumn[]

/** The largest file, and its lines; the browser reads it and sends what it needs. */
export const maxCsvBytes = 16 * 1024 * 1024
export const maxCsvLines = 50_000
/** The body of one call with lines. */
export const maxImportBytes = 2 * 1024 * 1024

const Cell = z.optional(z.string().check(z.maxLength(20_000, { error: 'A cell can have at most 20,000 characters' })))

/** A line of a file: its number, and the cells of the columns that the file has. */
export const CsvLine = z.strictObject({
  line: z.int().check(z.gte(1), z.lte(1_000_000)),
  ...(Object.fromEntries(csvColumnNames.map((name) => [name, Cell])) as Record<CsvColumn, typeof Cell>),
})
export type CsvLine = z.infer<typeof CsvLine>

export const CsvInput = z.strictObject({
  lines: z
    .array(CsvLine)
    .check(
      z.minLength(1, { error: 'There is nothing to import.' }),
      z.maxLength(maxBulkItems, { error: `At most ${maxBulkItems} lines can be sent at once.` }),
    ),
})
export type CsvInput = z.infer<typeof CsvInput>

/** What importing a line would do. */
export const CsvLineResult = z.object({
  line: z.int(),
  name: z.string(),
  result: z.enum(['new', 'changed', 'same', 'invalid']),
  /** What is wrong with it, each as a sentence. */
  problems: z.array(z.string()),
  /** The fields that change, shortened. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  /** The version of the item that was compared; null for a new one. */
  version: z.nullable(RowVersion),
})
export type CsvLineResult = z.infer<typeof CsvLineResult>

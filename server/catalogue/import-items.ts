import { asc, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { categories, items, pictures } from '../../drizzle/schema.ts'
import { ApiError, conflict } from '../../shared/api-error.ts'
import { type CsvBase, emptyItem, readCsvLine } from '../../shared/catalogue/csv-rules.ts'
import { csvColumns, type CsvLine, CsvLineResult } from '../../shared/catalogue/csv-schema.ts'
import type { ItemInput } from '../../shared/catalogue/staff-schema.ts'
import { giveWay } from '../db/give-way.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { MutationContext } from '../events/mutation.ts'
import { pictureLink } from './pictures.ts'
import type { ItemRow } from './read-item-for-staff.ts'
import { sanitizeDescription } from './sanitize-html.ts'
import { changeItem, createItem } from './write-item.ts'

type Staff = { id: string }

/** A line, what importing it would do, and the item that it would save. */
type Plan = { result: CsvLineResult; id: string; input: ItemInput; draft: boolean; isStale: boolean }

/** How many lines are read or written before other requests get their turn. */
const sliceSize = 10

/** What importing the lines would do; nothing changes. */
export async function checkImport(db: Db, lines: CsvLine[]): Promise<CsvLineResult[]> {
  return (await planImport(db, lines)).map(({ result }) => result)
}

/**
 * Imports lines of a CSV file: all of them, or none if one has a problem.
 * @returns how many items were created and changed
 * @throws 409 if one of the items has changed since the version in its line, 422 for any other problem; both with the
 *   lines that have one
 */
export async function importItems(ctx: MutationContext, staff: Staff, lines: CsvLine[]) {
  const plans = await planImport(ctx.tx, lines)
  const invalid = plans.filter(({ result }) => result.result === 'invalid')
  if (invalid.length > 0) {
    const data = encode(
      z.array(CsvLineResult),
      invalid.map(({ result }) => result),
    )
    const message = `${invalid.length} ${invalid.length === 1 ? 'line has a problem' : 'lines have problems'}. Nothing was imported.`
    if (invalid.some(({ isStale }) => isStale)) throw conflict('items_changed', message, { data })
    throw new ApiError(422, 'import_invalid', message, { data })
  }
  const counts = { created: 0, changed: 0 }
  for (const [index, { result, id, input, draft }] of plans.entries()) {
    if (index % sliceSize === sliceSize - 1) await giveWay()
    if (result.result === 'new') {
      await createItem(ctx, staff, { ...input, draft })
      counts.created += 1
    }
    if (result.result === 'changed') {
      await changeItem(ctx, staff, id, { ...input, version: result.version! })
      counts.changed += 1
    }
  }
  return counts
}

async function planImport(db: Db | Tx, lines: CsvLine[]): Promise<Plan[]> {
  const known = await readKnown(db, lines)
  const ids = new Set<string>()
  const plans: Plan[] = []
  for (const [index, line] of lines.entries()) {
    if (index % sliceSize === sliceSize - 1) await giveWay()
    const id = line.id?.trim() ?? ''
    plans.push(planLine(line, id, known, id !== '' && ids.has(id)))
    ids.add(id)
  }
  return plans
}

type Known = Awaited<ReturnType<typeof readKnown>>

/** What the lines refer to. The items and pictures are locked, in a transaction until the commit. */
async function readKnown(db: Db | Tx, lines: CsvLine[]) {
  const idsOf = (column: 'id' | 'logoLink' | 'bannerLink') => lines.flatMap((line) => line[column]?.trim() || [])
  const rows = await forUpdate(
    db
      .select()
      .from(items)
      .where(inArray(items.id, idsOf('id')))
      .orderBy(asc(items.id)),
  )
  const names = [...idsOf('logoLink'), ...idsOf('bannerLink')].map((link) => link.slice(pictureLink('').length))
  const { name } = pictures
  const found = await forUpdate(db.select({ name }).from(pictures).where(inArray(name, names)).orderBy(asc(name)))
  const categoryRows = await db.select({ id: categories.id, name: categories.name }).from(categories)
  return {
    items: new Map(rows.map((row) => [row.id, row])),
    pictures: new Set(found.map((picture) => pictureLink(picture.name))),
    categoryIds: new Map(categoryRows.map((category) => [nameKey(category.name), category.id])),
    categoryNames: new Map(categoryRows.map((category) => [category.id, category.name])),
  }
}

const nameKey = (name: string) => name.trim().toLowerCase()

function planLine(line: CsvLine, id: string, known: Known, isRepeated: boolean): Plan {
  const item = known.items.get(id)
  const base = item ? baseOf(item) : emptyItem
  const { input, problems: ofCells } = readCsvLine(line, item ? base : null, (name) =>
    known.categoryIds.get(nameKey(name)),
  )
  // The cells are not those of a new item, so that nothing is missing in them.
  const problems = id !== '' && !item ? [`There is no item with the id “${id.slice(0, 40)}”`] : ofCells
  const version = line.version?.trim() ?? ''
  const isStale = item !== undefined && version !== '' && version !== String(item.version)
  if (isRepeated) problems.unshift('Another line has the same id')
  if (item?.archivedAt && !item.draft) problems.unshift('This item is archived')
  if (isStale)
    problems.unshift(`It has changed since: the file has version ${version.slice(0, 10)}, the store ${item.version}`)
  const draft = line.status?.trim().toLowerCase() !== 'on sale'
  problems.push(...statusProblems(line.status, item))
  for (const link of new Set([input.logoLink, input.bannerLink])) {
    const isOwn = link === base.logoLink || link === base.bannerLink
    if (!isOwn && !known.pictures.has(link)) problems.push(`There is no picture ${link.slice(0, 60)}`)
  }
  const changes = changesOf(base, input, known)
  const result = problems.length > 0 ? 'invalid' : !item ? 'new' : changes.length > 0 ? 'changed' : 'same'
  return {
    id,
    input,
    draft,
    isStale,
    result: {
      line: line.line,
      name: shorten(input.name),
      result,
      problems,
      changes: item ? changes : [],
      version: item?.version ?? null,
    },
  }
}

const baseOf = (row: ItemRow): CsvBase => ({
  name: row.name,
  brand: row.brand,
  category: row.categoryId,
  duration: row.months,
  price: row.price,
  originalPrice: row.oldPrice,
  shortDescription: row.shortDescription,
  description: row.description,
  accountType: row.accountType,
  features: row.features,
  logoLink: row.logoLink,
  bannerLink: row.bannerLink,
})

/** A file can create drafts and items on sale, but not publish or archive any. */
function statusProblems(cell: string | undefined, item: ItemRow | undefined): string[] {
  const status = cell?.trim().toLowerCase() ?? ''
  if (status !== '' && status !== 'draft' && status !== 'on sale') return ['The status must be Draft or On sale']
  if (!item || status === '' || item.draft === (status === 'draft')) return []
  return ['A file can’t publish or unpublish an item: do that in its editor']
}

/** The fields of an item that a line changes, as text. */
function changesOf(base: CsvBase, input: ItemInput, { categoryNames }: Known): CsvLineResult['changes'] {
  const textOf = (fields: CsvBase, name: keyof ItemInput) => {
    const value = fields[name]
    if (name === 'category') return categoryNames.get(fields.category) ?? ''
    if (name === 'description') return sanitizeDescription(fields.description)
    if (name === 'price' || name === 'originalPrice') return value === null ? '' : ((value as number) / 100).toFixed(2)
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  return (Object.keys(base) as (keyof ItemInput)[])
    .map((name) => ({ column: csvColumns[name], before: textOf(base, name), after: textOf(input, name) }))
    .filter(({ before, after }) => before !== after)
    .map(({ column, before, after }) => ({ column, before: shorten(before), after: shorten(after) }))
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

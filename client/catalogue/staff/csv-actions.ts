import { type CsvLine, type CsvLineResult, maxImportBytes } from '../../../shared/catalogue/csv-schema.ts'
import { maxBulkItems } from '../../../shared/catalogue/prices-schema.ts'
import { staffCatalogueRoutes as routes } from '../../../shared/catalogue/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'

/** @returns the CSV file of a category, or of the catalogue, put together from its parts. @throws CallFailed */
export async function exportCatalogue(context: ActionContext, category: string | undefined): Promise<string> {
  const parts: string[] = []
  let cursor: string | null | undefined
  do {
    const { answer } = await context.call(routes.exportItems, {
      ...(category && { category }),
      ...(cursor && { cursor }),
    })
    parts.push(answer.data.text)
    cursor = answer.nextCursor
  } while (cursor)
  return parts.join('')
}

/**
 * Checks the lines of a file, some at a time.
 * @param onProgress called with the number of lines checked so far
 * @throws CallFailed
 */
export async function checkImport(
  context: ActionContext,
  lines: CsvLine[],
  { onProgress, signal }: { onProgress: (checked: number) => void; signal: AbortSignal },
): Promise<CsvLineResult[]> {
  const results: CsvLineResult[] = []
  for (const part of inParts(lines)) {
    const { answer } = await context.call(routes.checkImport, { lines: part }, { signal })
    results.push(...answer.data)
    onProgress(results.length)
  }
  return withRepeatedIds(lines, results)
}

/** As many lines as fit into one call. */
function inParts(lines: CsvLine[]): CsvLine[][] {
  const parts: CsvLine[][] = []
  let size = Infinity
  for (const line of lines) {
    // A character has up to three bytes.
    const length = JSON.stringify(line).length * 3
    if (size + length > maxImportBytes || parts.at(-1)!.length === maxBulkItems) {
      parts.push([])
      size = 1000
    }
    parts.at(-1)!.push(line)
    size += length
  }
  return parts
}

/** The same id in two parts is a problem too. */
function withRepeatedIds(lines: CsvLine[], results: CsvLineResult[]): CsvLineResult[] {
  const ids = new Set<string>()
  return results.map((result, index) => {
    const id = lines[index]!.id?.trim() ?? ''
    const isRepeated = id !== '' && ids.has(id)
    ids.add(id)
    const problem = 'Another line has the same id'
    if (!isRepeated || result.problems.includes(problem)) return result
    return { ...result, result: 'invalid', problems: [problem, ...result.problems] }
  })
}

/**
 * Imports lines that were checked, all or none, each for the version that was compared. Idempotent.
 * @returns the server's message
 * @throws CallFailed 409 or 422, with the lines that have problems
 */
export async function importLines(context: ActionContext, lines: CsvLine[]): Promise<string> {
  return context.idempotently(`importLines ${JSON.stringify(lines)}`, async (key) => {
    const { answer } = await context.call(routes.importItems, { lines }, { key })
    return answer.message
  })
}

import Papa from 'papaparse'
import {
  type CsvColumn,
  csvColumnNames,
  csvColumns,
  type CsvLine,
  maxCsvBytes,
  maxCsvLines,
} from '../../../shared/catalogue/csv-schema.ts'
import { unescapeCell } from '../../../shared/csv.ts'

/** Reads a CSV file of the catalogue. @throws an Error with a sentence for the user */
export async function readCsvFile(file: File): Promise<CsvLine[]> {
  if (file.size > maxCsvBytes) throw new Error(`A file can be at most ${maxCsvBytes / 1024 / 1024} MB.`)
  const text = await file.text()
  if (text.includes('\uFFFD')) throw new Error('Save the file as CSV with the encoding UTF-8.')
  return readCsv(text)
}

/** Reads the text of a CSV file, whose lines are counted as a spreadsheet counts them: the header is the first. */
export function readCsv(text: string): CsvLine[] {
  const content = text.replace(/^\uFEFF/, '')
  if (content.trim() === '') throw new Error('The file is empty.')
  const { data } = Papa.parse<string[]>(content, { delimiter: delimiterOf(content) })
  const [header = [], ...rows] = data
  const columns = readHeader(header)
  const lines = rows
    .map((cells, index) => ({ line: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (lines.length === 0) throw new Error('The file has no lines below its header.')
  if (lines.length > maxCsvLines) {
    throw new Error(`A file can have at most ${maxCsvLines.toLocaleString('en')} lines.`)
  }
  return lines.map(({ line, cells }) => {
    if (cells.length > columns.length) throw new Error(`Line ${line} has more cells than the header.`)
    const read = columns.map((name, i): [CsvColumn, string] => [name, unescapeCell(cells[i] ?? '')])
    return { line, ...Object.fromEntries(read) }
  })
}

/** What the header's cells, which are known words, are separated by. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  return [';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ','
}

function readHeader(header: string[]): CsvColumn[] {
  const columns = header.map((cell) => {
    const name = csvColumnNames.find((one) => csvColumns[one].toLowerCase() === cell.trim().toLowerCase())
    if (!name) throw new Error(`There is no column “${cell.trim().slice(0, 40)}”.`)
    return name
  })
  if (new Set(columns).size < columns.length) throw new Error('A column appears twice.')
  if (!columns.includes('id') && !columns.includes('name')) throw new Error('The file needs a column Id or Name.')
  return columns
}

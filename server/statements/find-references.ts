import { isPaymentReference } from '../../shared/orders/payment-reference.ts'

const length = 7

/** A text without anything but letters and digits, in upper case, and where each of them stands in the text. */
export type Compact = { chars: string; places: number[]; text: string }

/** Banks cut, wrap and glue what customers write, so references are looked for across whatever is in between. */
export function compact(text: string): Compact {
  const places: number[] = []
  let chars = ''
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]!.toUpperCase()
    if (!/^[A-Z0-9]$/.test(char)) continue
    chars += char
    places.push(index)
  }
  return { chars, places, text }
}

/** The part of the text that some of its characters came from. */
export const partOf = ({ places, text }: Compact, from: number, count: number) =>
  text.slice(places[from], places[from + count - 1]! + 1)

/** Everything that may be a reference: any seven characters in a row with the right check character. */
export function possibleReferences({ chars }: Compact): { reference: string; from: number }[] {
  const found: { reference: string; from: number }[] = []
  for (let from = 0; from + length <= chars.length; from += 1) {
    const reference = chars.slice(from, from + length)
    if (isPaymentReference(reference)) found.push({ reference, from })
  }
  return found
}

/** References by what is left of them without one of their characters. */
export type DeletionIndex = Map<string, string[]>

/** Indexes references by every form of them with a character left out, so that those with one wrong are found without a scan. */
export function indexDeletions(references: Iterable<string>): DeletionIndex {
  const index: DeletionIndex = new Map()
  for (const reference of references) {
    for (const form of deletions(reference)) {
      const list = index.get(form)
      if (list) list.push(reference)
      else index.set(form, [reference])
    }
  }
  return index
}

/** References that differ from a part of the text by one character: another, one less, one more, or two swapped. */
export function misspelledReferences({ chars }: Compact, index: DeletionIndex) {
  const found = new Map<string, { from: number; count: number }>()
  for (let from = 0; from + length - 1 <= chars.length; from += 1) {
    const shorter = chars.slice(from, from + length - 1)
    for (const reference of index.get(shorter) ?? []) keep(reference, from, length - 1)
    if (from + length > chars.length) continue
    const same = chars.slice(from, from + length)
    for (const form of deletions(same)) {
      for (const reference of index.get(form) ?? []) if (isOneTypo(same, reference)) keep(reference, from, length)
    }
    if (from + length + 1 > chars.length) continue
    const longer = chars.slice(from, from + length + 1)
    for (const form of deletions(longer)) if (form.length === length && index.has(form.slice(1))) keepLonger(form, from)
  }
  return found

  function keep(reference: string, from: number, count: number) {
    if (!found.has(reference)) found.set(reference, { from, count })
  }
  function keepLonger(form: string, from: number) {
    if (index.get(form.slice(1))!.includes(form)) keep(form, from, length + 1)
  }
}

const deletions = (text: string) => {
  const forms = new Set<string>()
  for (let index = 0; index < text.length; index += 1) forms.add(text.slice(0, index) + text.slice(index + 1))
  return forms
}

/** Whether two texts of the same length differ in one character, or in two that are swapped. */
function isOneTypo(a: string, b: string): boolean {
  const differing = [...a].flatMap((char, index) => (char === b[index] ? [] : index))
  if (differing.length === 1) return true
  const [i, j] = differing as [number, number]
  return differing.length === 2 && j === i + 1 && a[i] === b[j] && a[j] === b[i]
}

import { compressPart, type PagePart } from './encode-page.ts'

/** A page without what is rendered: the parts between the marks. Long ones are compressed already. */
export type PageTemplate = readonly (string | PagePart)[]

/** What a page has in place of each, in this sequence. */
const marks = [' data-theme=""', '<!--theme-color-->', '<!--preload-->', '<!--head-->', '<!--page-->', '<!--data-->']

/** Compressing a part on its own costs some bytes and, once, the time of the best compression. */
const minCompressedLength = 10_000

/** Splits a template that many pages are made from: its styles are most of each. */
export const compressTemplate = (template: string): PageTemplate =>
  splitTemplate(template).map((part) => (part.length < minCompressedLength ? part : compressPart(Buffer.from(part))))

export function splitTemplate(template: string): string[] {
  const parts: string[] = []
  let rest = template
  for (const mark of marks) {
    const end = rest.indexOf(mark)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end + mark.length)
  }
  return [...parts, rest]
}

/** The parts of a page. @param values what is in place of each mark */
export function fillTemplate(template: PageTemplate, values: readonly string[]): PagePart[] {
  const parts: PagePart[] = []
  let text = ''
  const endText = () => {
    if (text !== '') parts.push({ bytes: Buffer.from(text) })
    text = ''
  }
  for (const [i, part] of template.entries()) {
    if (typeof part === 'string') {
      text += part
    } else {
      endText()
      parts.push(part)
    }
    text += values[i] ?? ''
  }
  endText()
  return parts
}

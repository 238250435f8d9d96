/** A line such as 'Email: ada@example.com', or the lines between those. */
export type DeliveryPart = { kind: 'row'; label: string; value: string } | { kind: 'text'; text: string }

/** A label of at most 40 characters, and a value. Without the space, it may be a link, a time or part of a code. */
const labelled = /^\s*([^\s:][^:]{0,39}):\s+(\S.*)$/
/** Between the values of a line such as 'Email: ada@example.com / Password: hunter2'. */
const separator = /\s+[/|]\s+/
/** Punctuation at the end belongs to the sentence. */
const link = /\bhttps?:\/\/[\p{L}\p{N}](?:[^\s<>"“”]*[^\s<>"“”.,;:!?…'’»)\]}])?/giu

/** Splits a delivery note into rows that can be copied one by one and text, whose line breaks are kept. */
export function deliveryParts(note: string): DeliveryPart[] {
  const parts: DeliveryPart[] = []
  for (const line of note.split(/\r?\n/).flatMap(splitValues)) {
    const [, label, value] = labelled.exec(line) ?? []
    const last = parts.at(-1)
    if (label && value) parts.push({ kind: 'row', label: label.trim(), value: value.trim() })
    else if (last?.kind === 'text') last.text += `\n${line}`
    else parts.push({ kind: 'text', text: line })
  }
  return parts.flatMap((part) => {
    if (part.kind === 'row') return part
    const text = part.text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
    return text ? { kind: 'text', text } : []
  })
}

/** Unless each has a label of its own, it is one value. */
function splitValues(line: string): string[] {
  const values = line.split(separator)
  return values.every((value) => labelled.test(value)) ? values : [line]
}

/** Splits a text where its http and https links begin and end. Other schemes are never links. */
export function splitLinks(text: string): { text: string; isLink: boolean }[] {
  const pieces = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(link)) {
    if (index > end) pieces.push({ text: text.slice(end, index), isLink: false })
    pieces.push({ text: found, isLink: true })
    end = index + found.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isLink: false })
  return pieces
}

/**
 * Strips styles, handlers and embedded content from pasted HTML. The editor would drop them too, but parsing them first
 * violates the content security policy. A single pass, so that its time is linear in the size of the input.
 */
export function cleanPaste(html: string): string {
  const pasted = html.slice(0, maxPastedLength)
  let clean = ''
  let from = 0
  let dropping = ''
  for (const { 0: text, 1: slash, 2: tag, index } of pasted.matchAll(tags)) {
    const name = tag!.toLowerCase()
    if (!dropping) clean += pasted.slice(from, index)
    from = index + text.length
    if (dropping) dropping = slash && name === dropping ? '' : dropping
    else if (!slash && droppedWithContent.has(name)) dropping = name
    else if (name !== 'img') clean += isUnboldWrapper(name, text) ? '<span>' : text.replaceAll(attributes, '')
  }
  return dropping ? clean : clean + pasted.slice(from)
}

/** Some editors wrap everything in `<b style="font-weight:normal">`. */
const isUnboldWrapper = (name: string, text: string) => name === 'b' && /font-weight:\s*normal/i.test(text)

const tags = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi
const attributes = /\s(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi
/** Elements that are dropped together with their content. */
const droppedWithContent = new Set(['script', 'style', 'svg', 'math', 'iframe', 'object', 'template'])
/** Far more than a description can hold. */
const maxPastedLength = 200_000

/**
 * What a word processor puts on the clipboard, without what the editor drops in any case: read into the page, its styles
 * and handlers would each be a complaint of the pages' policy. One pass, whatever was pasted.
 */
export function cleanPaste(html: string): string {
  const pasted = html.slice(0, mostPasted)
  let clean = ''
  let from = 0
  let dropping = ''
  for (const { 0: text, 1: slash, 2: given, index } of pasted.matchAll(tags)) {
    const name = given!.toLowerCase()
    if (!dropping) clean += pasted.slice(from, index)
    from = index + text.length
    if (dropping) dropping = slash && name === dropping ? '' : dropping
    else if (!slash && withContent.has(name)) dropping = name
    else if (name !== 'img') clean += isNoBold(name, text) ? '<span>' : text.replaceAll(attributes, '')
  }
  return dropping ? clean : clean + pasted.slice(from)
}

/** Some wrap all of it in a <b> that is none. */
const isNoBold = (name: string, text: string) => name === 'b' && /font-weight:\s*normal/i.test(text)

const tags = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi
const attributes = /\s(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi
/** What goes with all that is in it. */
const withContent = new Set(['script', 'style', 'svg', 'math', 'iframe', 'object', 'template'])
/** Far more than a description takes. */
const mostPasted = 200_000

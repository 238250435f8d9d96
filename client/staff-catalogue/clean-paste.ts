/**
 * What a word processor puts on the clipboard, without what the editor drops in any case: read into the page, its styles
 * and handlers would each be a complaint of the pages' policy.
 */
export const cleanPaste = (html: string) =>
  html
    .slice(0, mostPasted)
    // Some wrap all of it in a <b> that is none.
    .replaceAll(/<b\s[^>]*font-weight:\s*normal[^>]*>/gi, '<span>')
    .replaceAll(/<(script|style|svg|math|iframe|object|template)\b[^]*?<\/\1\s*>/gi, '')
    .replaceAll(/<img\b[^>]*>/gi, '')
    .replaceAll(/\s(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')

/** Far more than a description takes. */
const mostPasted = 200_000

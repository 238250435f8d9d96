const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu
/** The marks of Latin, Greek and Cyrillic letters. Those of other scripts are vowels or tones that make another word. */
const accents = /[\u0300-\u036f]/g
const wordStart = '  '

/**
 * The form in which text is searched, in any script: NFKC, lower case, without accents and invisible characters, with
 * single blanks between words. Used for the column and the query alike.
 */
export function foldText(text: string): string {
  // Through upper case, because some letters have two lower-case forms, and ẞ becomes ss only from ß.
  const lowercase = stripMarks(text).toLowerCase().toUpperCase().toLowerCase()
  return stripMarks(lowercase).replaceAll('ς', 'σ').normalize('NFC').trim()
}

const stripMarks = (text: string) =>
  text.replace(/\s+/g, ' ').normalize('NFKD').replace(accents, '').replace(invisible, '').replace(/ +/g, ' ')

/** The content of a search column: the folded words, each after two blanks, so that short queries find beginnings. */
export const searchText = (...parts: string[]): string =>
  foldText(parts.join(' '))
    .split(' ')
    .map((word) => wordStart + word)
    .join('')

/** Words of a query beyond these are ignored. */
export const maxSearchWords = 8

/** What a search column contains if it matches every word of a query: a word of one or two letters has to begin one. */
export const searchWords = (query: string): string[] =>
  foldText(query).split(' ').filter(Boolean).slice(0, maxSearchWords).map(wordPattern)

/** What a search column contains if it matches the query as a whole. */
export const searchPhrase = (query: string): string => foldText(query).replaceAll(' ', wordStart)

/** What a search column contains if it has a folded word: an index of trigrams finds texts of three characters and more. */
export const wordPattern = (word: string): string => ' '.repeat(Math.max(0, 3 - [...word].length)) + word

/** Whether a text matches every word of a query, as the server's search does. */
export function matchesSearch(text: string, query: string): boolean {
  const column = searchText(text)
  return searchWords(query).every((word) => column.includes(word))
}

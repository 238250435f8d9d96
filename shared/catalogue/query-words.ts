import { foldText, maxSearchWords } from '../search-text.ts'

const punctuation = String.raw`[.,;:!?…"'’‘“”„«»()[\]{}]+`
const edges = new RegExp(`^${punctuation}|${punctuation}$`, 'gu')

/** The folded words of a text, without the punctuation around them; a word of punctuation alone stays as it is. */
export const wordsOf = (text: string): string[] => foldText(text).split(' ').filter(Boolean).map(stripPunctuation)

/** A word without the punctuation around it. */
export const stripPunctuation = (word: string): string => word.replace(edges, '') || word

/** The words that a query searches items for, each once. */
export const itemQueryWords = (query: string): string[] => [...new Set(wordsOf(query))].slice(0, maxSearchWords)

/** Shorter beginnings of a category's words are beginnings of too many other words. */
const minCategoryPrefix = 3

/** Whether a category is meant by a word: it is one of the category's words, or the beginning of one. */
export const isCategoryWord = (categoryWords: readonly string[], word: string): boolean =>
  categoryWords.some((one) => one === word || (word.length >= minCategoryPrefix && one.startsWith(word)))

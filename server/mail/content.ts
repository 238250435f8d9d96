/** A part of an email. Texts are plain: both renderings escape them. */
export type Block =
  | { type: 'text'; text: string }
  /** A text somebody wrote, such as a reason, set apart from ours. */
  | { type: 'quote'; label: string; text: string }
  /** Facts to read or copy, such as an account number. */
  | { type: 'details'; title?: string; rows: [label: string, value: string][] }
  | { type: 'receipt'; lines: { name: string; detail: string; amount: string }[]; totals: [string, string][] }
  | { type: 'note'; tone: Tone; title: string; text: string }
  /** `isUnlabelled`: the plain text has the address alone, because the sentence before says what it is. */
  | { type: 'button'; label: string; url: string; isUnlabelled?: boolean }
export type Tone = 'good' | 'waiting' | 'bad' | 'slate'

/** What an email says; HTML and plain text are rendered from it. */
export type EmailContent = {
  /** At most 60 characters. */
  subject: string
  heading: string
  /** A word above the heading, such as the order's number. */
  label?: string
  blocks: Block[]
  /** Why the reader gets it. */
  footer?: string
  /** Where to turn optional emails of its kind off. */
  unsubscribeUrl?: string
}

/** Control and direction characters could hide or reorder what stands around them. Line breaks stay. */
export const cleanText = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')

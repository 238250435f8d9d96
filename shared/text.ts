import * as z from 'zod/mini'

/** Control and direction characters, line separators, and code points that aren't characters. */
const controls = /[\p{C}\p{Zl}\p{Zp}]/u
/** Also what takes no room, such as variation selectors. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u
/** The zero-width (non-)joiners, which Sinhala, Persian and emoji need within a word. */
const joiners = /[\u200c\u200d]/g

export const hasInvisible = (text: string) => invisible.test(text)

/** A check that text without a single visible character counts as missing. @param error the message for a missing name */
export const isVisible = (error: string) => z.refine<string>((text) => visible.test(text), { error, abort: true })

/** A check for text on one line: no control or direction characters, which could reorder what stands around it. */
export const withoutControls = (what: string) =>
  z.refine<string>((text) => !controls.test(text.replace(joiners, '')), {
    error: `${what} can’t contain control or direction characters`,
  })

/** The same without any invisible character, for text that is compared. */
export const withoutInvisible = (what: string) =>
  z.refine<string>((text) => !hasInvisible(text), { error: `${what} can’t contain invisible characters` })

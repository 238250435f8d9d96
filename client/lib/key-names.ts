type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/**
 * The names by which a shortcut may know a pressed key, the first choice first. Caps Lock doesn't count, Shift asks for
 * the capital first, and where a layout has no Latin letters the key's place does: `j`, `X`, `?`, `Enter`.
 */
export function keyNamesOf({ key, code, shiftKey }: PressedKey): readonly string[] {
  const letter = /^[a-z]$/i.test(key) ? key : isForeignLetter(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  if (letter === undefined) return [key]
  return shiftKey ? [letter.toUpperCase(), letter.toLowerCase()] : [letter.toLowerCase()]
}

/** Layouts for scripts of India put a letter together from several characters. */
const isForeignLetter = (key: string) => /^[\p{L}\p{M}\u200c\u200d]+$/u.test(key) && !/\p{ASCII}/u.test(key)

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/**
 * The name by which a shortcut knows a pressed key: `j`, `X` with Shift, `?`, `Enter`. Caps Lock doesn't count, and where a
 * layout has no Latin letters the key's place does.
 */
export function keyNameOf({ key, code, shiftKey }: PressedKey): string {
  const letter = /^[a-z]$/i.test(key) ? key : isForeignLetter(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  if (letter === undefined) return key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}

/** Layouts for scripts of India put a letter together from several characters. */
const isForeignLetter = (key: string) => /^[\p{L}\p{M}\u200c\u200d]+$/u.test(key) && !/\p{ASCII}/u.test(key)

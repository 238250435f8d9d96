import { expect, it } from 'vitest'
import { keyNameOf } from '../../../client/lib/key-name.ts'

it.each<[what: string, key: string, code: string, shiftKey: boolean, name: string]>([
  ['a letter', 'j', 'KeyJ', false, 'j'],
  ['a letter with Caps Lock', 'J', 'KeyJ', false, 'j'],
  ['a letter with Shift', 'X', 'KeyX', true, 'X'],
  ['a letter with Shift and Caps Lock', 'x', 'KeyX', true, 'X'],
  ['a letter of Dvorak, by what it writes', 'j', 'KeyC', false, 'j'],
  ['Cyrillic, by its place', 'о', 'KeyJ', false, 'j'],
  ['Tamil', 'வ', 'KeyV', false, 'v'],
  ['a Sinhala vowel sign', 'ා', 'KeyD', false, 'd'],
  ['Sinhala with Shift', 'ෑ', 'KeyX', true, 'X'],
  ['a letter beside the Latin ones', 'ж', 'Semicolon', false, 'ж'],
  ['a sign', '?', 'Slash', true, '?'],
  ['a key with a name', 'Enter', 'Enter', false, 'Enter'],
  ['an input method that is composing', 'Process', 'KeyJ', false, 'Process'],
])('names %s', (_, key, code, shiftKey, name) => {
  expect(keyNameOf({ key, code, shiftKey })).toBe(name)
})

import { useEffect, useEffectEvent } from 'react'
import { keyNamesOf } from './key-names.ts'
import { areSingleKeysOn } from './single-keys.ts'

/**
 * Keyboard shortcuts by key: `{ j: …, '?': … }`, in any layout and with Caps Lock. Ignored while the user types, while a
 * dialog is open, and together with Ctrl, Alt or Meta; those of a single character also when the user switched them off.
 */
export function useShortcuts(shortcuts: Record<string, () => void>) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const name = keyNamesOf(event).find((known) => Object.hasOwn(shortcuts, known))
    const run = name === undefined || (name.length === 1 && !areSingleKeysOn()) ? undefined : shortcuts[name]
    if (!run || isForSomethingElse(event)) return
    event.preventDefault()
    run()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function isForSomethingElse({ key, target, ctrlKey, altKey, metaKey, defaultPrevented }: KeyboardEvent) {
  if (ctrlKey || altKey || metaKey || defaultPrevented) return true
  if (document.querySelector('dialog:modal')) return true
  if (key === 'Enter' && target instanceof Element && target.closest('a, button')) return true
  return target instanceof HTMLElement && target.matches(typedInto)
}

/** A checkbox that has the focus takes no letters. */
const typedInto = "input:not([type='checkbox']), textarea, select, [contenteditable]"

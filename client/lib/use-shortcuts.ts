import { useEffect, useEffectEvent } from 'react'
import { keyNameOf } from './key-name.ts'
import { areSingleKeysOn } from './single-keys.ts'

/**
 * Keyboard shortcuts by key: `{ j: …, '?': … }`, in any layout and with Caps Lock. Ignored while the user types, while a
 * dialog is open, and together with Ctrl, Alt or Meta; those of a single character also in a menu, and when the user
 * switched them off.
 */
export function useShortcuts(shortcuts: Record<string, () => void>) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const name = keyNameOf(event)
    const isOff = name.length === 1 && !areSingleKeysOn()
    const run = !isOff && Object.hasOwn(shortcuts, name) ? shortcuts[name] : undefined
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
  // Letters jump within a menu, or mean nothing there.
  if (key.length === 1 && target instanceof Element && target.closest('[role=menu], [role=dialog]')) return true
  if (key === 'Enter' && target instanceof Element && target.closest('a, button')) return true
  return target instanceof HTMLElement && target.matches(typedInto)
}

/** A checkbox that has the focus takes no letters. */
const typedInto = "input:not([type='checkbox']), textarea, select, [contenteditable]"

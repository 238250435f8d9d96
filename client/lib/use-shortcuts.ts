import { useEffect, useEffectEvent } from 'react'

/** Keys of the page, by name: { j: …, '?': … }. Not while something is typed, or a dialog is open, or with Ctrl, Alt or Meta. */
export function useKeys(keys: Record<string, () => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!act || isElsewhere(event)) return
    event.preventDefault()
    act()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isElsewhere({ key, target, ctrlKey, altKey, metaKey, defaultPrevented }: KeyboardEvent) {
  if (ctrlKey || altKey || metaKey || defaultPrevented) return true
  if (document.querySelector('dialog:modal')) return true
  if (key === 'Enter' && target instanceof Element && target.closest('a, button')) return true
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

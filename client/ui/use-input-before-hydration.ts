import { useEffectEvent, useLayoutEffect, useRef } from 'react'

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Passes on what was typed or chosen in a field before it was hydrated: the field shows it, but its state doesn't have
 * it, and the next render would undo it.
 * @param value what the field shows by its state
 * @returns the field's ref
 */
export function useInputBeforeHydration<Element extends Control>(value: string, onInput: (field: Element) => void) {
  const ref = useRef<Element>(null)
  const passOn = useEffectEvent(() => {
    const field = ref.current
    if (field && field.value !== value) onInput(field)
  })
  useLayoutEffect(() => passOn(), [])
  return ref
}

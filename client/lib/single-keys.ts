import { useSyncExternalStore } from 'react'

let isOn = true
const listeners = new Set<() => void>()

/** Whether shortcuts of a single character work. */
export const areSingleKeysOn = () => isOn

/** Switches the shortcuts of a single character on or off, for every page (WCAG 2.1.4). */
export function switchSingleKeys(on: boolean) {
  isOn = on
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useAreSingleKeysOn = () => useSyncExternalStore(subscribe, areSingleKeysOn, () => true)

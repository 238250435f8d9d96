import { useSyncExternalStore } from 'react'

/** Whether the page is hydrated, so that its controls work. */
export const useHydrated = () => useSyncExternalStore(subscribe, isHydrated, isNotHydrated)
const subscribe = () => () => {}
const isHydrated = () => true
const isNotHydrated = () => false

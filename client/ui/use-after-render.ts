import { useCallback, useEffect, useState } from 'react'

/**
 * Runs a task after the state changes made with it are rendered, and a dialog they close has returned the focus:
 * `setOpen(false); afterRender(() => field.current?.focus())`. An animation frame may come too early.
 */
export function useAfterRender() {
  const [task, setTask] = useState<(() => void) | null>(null)
  // What it returns is no cleanup.
  useEffect(() => void task?.(), [task])
  return useCallback((next: () => void) => setTask(() => next), [])
}

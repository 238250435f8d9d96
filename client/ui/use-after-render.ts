import { useCallback, useEffect, useState } from 'react'

/**
 * Does something once what was set in the same breath is on the page, and a dialog that it closes has given the focus
 * back: `setOpen(false); afterRender(() => field.current?.focus())`. A frame may come before the render does.
 */
export function useAfterRender() {
  const [task, setTask] = useState<(() => void) | null>(null)
  useEffect(() => task?.(), [task])
  return useCallback((next: () => void) => setTask(() => next), [])
}

/** Runs a task when the page is idle, or soon after: Safari has no idle callbacks. Returns how to cancel it. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(task, { timeout: 2000 })
  return () => cancelIdleCallback(idle)
}

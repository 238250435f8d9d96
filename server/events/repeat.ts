/**
 * Repeats `work`, each time `delayMs` after it ended, give or take a fifth, so that processes don't act in step.
 * @param delayMs a number, or a function for one that changes
 * @param onError called when `work` fails; it is repeated all the same
 * @returns a function that stops it
 */
export function repeat(
  delayMs: number | (() => number),
  work: () => unknown,
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout
  let isStopped = false
  const schedule = () => {
    const delay = typeof delayMs === 'number' ? delayMs : delayMs()
    if (!isStopped) timer = setTimeout(() => void run(), delay * (0.8 + Math.random() * 0.4)).unref()
  }
  const run = async () => {
    try {
      await work()
    } catch (error) {
      if (!isStopped) onError(error)
    }
    schedule()
  }
  schedule()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

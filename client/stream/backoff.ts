const [firstDelayMs, maxDelayMs] = [250, 5000]
/** A restarted server is back within a second or two; doubling would overshoot that. */
const growth = 1.5

/** The delay before reconnection attempt `attempt` (from 0), in milliseconds: exponential, with 50 % jitter. */
export function backoffMs(attempt: number, random = Math.random()): number {
  const delayMs = Math.min(maxDelayMs, firstDelayMs * growth ** attempt)
  return Math.round(delayMs * (0.5 + random / 2))
}

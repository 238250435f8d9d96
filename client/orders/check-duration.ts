import type { CheckDuration } from '../../shared/orders/schema.ts'

/** 'A check usually takes 4 to 12 minutes, including the wait.' */
export const describeCheckDuration = (duration: CheckDuration) =>
  `A check usually takes ${describeCheckRange(duration)}, including the wait.`

/** For a payment that has waited longer: 'It’s taking longer than the usual 4 to 12 minutes. …' */
export function describeLongCheck(duration: CheckDuration): string {
  const usual = describeCheckRange(duration).replace(/^(a|about) /, '')
  return `It’s taking longer than the usual ${usual}. Your place in the queue is kept; if you have a question, write to support.`
}

/** 'a minute', '4 to 12 minutes' or '2 to 3 hours' */
export function describeCheckRange({ from, to }: CheckDuration): string {
  const inMinutes = (ms: number) => Math.max(1, Math.round(ms / 60_000))
  const [minMinutes, maxMinutes] = [inMinutes(from), inMinutes(to)]
  if (maxMinutes === 1) return 'a minute'
  if (maxMinutes < 90) return `${describeRange(minMinutes, maxMinutes)} minutes`
  const [minHours, maxHours] = [Math.max(1, Math.floor(minMinutes / 60)), Math.ceil(maxMinutes / 60)]
  return `${describeRange(minHours, maxHours)} hours`
}

const describeRange = (min: number, max: number) => (min === max ? `about ${max}` : `${min} to ${max}`)

import type { CheckingTakes } from '../../shared/order-calls.ts'

/** 'A check usually takes 4 to 12 minutes.' */
export function usuallyTakes({ from, to }: CheckingTakes): string {
  const minutes = (ms: number) => Math.max(1, Math.round(ms / 60_000))
  const [least, most] = [minutes(from), minutes(to)]
  if (most === 1) return 'A check usually takes a minute.'
  if (most < 90) return `A check usually takes ${least === most ? `about ${most}` : `${least} to ${most}`} minutes.`
  const [fewest, hours] = [Math.max(1, Math.floor(least / 60)), Math.ceil(most / 60)]
  return `A check usually takes ${fewest === hours ? `about ${hours}` : `${fewest} to ${hours}`} hours.`
}

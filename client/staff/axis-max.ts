/** Rounds a positive value up to a whole number that reads well on an axis, as does its half. */
export function axisMaxFor(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)))
  const candidates = [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * power)
  return candidates.find((candidate) => candidate >= value && candidate % 2 === 0) ?? 2
}

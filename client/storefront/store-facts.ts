import { noShopFigures } from '../../shared/storefront/no-figures.ts'
import type { ShopFigures } from '../../shared/storefront/schema.ts'
import { formatCount } from '../../shared/format-count.ts'

type Fact = { label: string; value: string }

/** True of every store. */
const promises: Fact[] = [
  { value: 'No fee', label: 'on transfers' },
  { value: 'Every payment', label: 'checked before delivery' },
  { value: 'Every step', label: 'on your screen, live' },
]
/** Fewer verified payments than these say little, and nothing that sells. */
const minVerified = 5

/** Three facts about the store: figures where it has a history, and promises in place of those that are missing. */
export function storeFacts(figures: ShopFigures | null): Fact[] {
  const facts: Fact[] = []
  const { checkMinutes, verifiedInMonth, lastVerifiedMinutes } = figures ?? noShopFigures
  if (checkMinutes !== null) facts.push({ value: formatMinutes(checkMinutes), label: 'typical check' })
  if (verifiedInMonth >= minVerified) {
    facts.push({ value: formatCount(verifiedInMonth), label: 'verified in 30 days' })
    if (lastVerifiedMinutes !== null) {
      const value = lastVerifiedMinutes === 0 ? 'just now' : `${lastVerifiedMinutes}\u00a0min\u00a0ago`
      facts.push({ value, label: 'last payment verified' })
    }
  }
  return [...facts, ...promises].slice(0, 3)
}

/** '12 min', '1 h 30 min', '5 h' */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 || hours >= 3 ? `${hours} h` : `${hours} h ${rest} min`
}

import { nextOpening } from '../../shared/opening-hours.ts'
import { useStore } from '../client-context.tsx'
import { formatMomentInText, formatTimeLeft } from '../lib/format-date.ts'
import { useNow } from '../lib/use-now.ts'

/** When payments are checked and messages answered again; null while they are, and if no opening hours are set. */
export function useNextOpening(): number | null {
  const opening = useStore((state) => state.config?.owner.opening)
  const now = useNow(60_000)
  return opening ? nextOpening(opening, now) : null
}

/** 'We’re back tomorrow at 08:00.' */
export const describeReturn = (opensAt: number, now: number) => `We’re back ${formatMomentInText(opensAt, now)}.`

/** 'We check payments again tomorrow at 08:00, in 9 h 20 min.' */
export const describeNextCheck = (opensAt: number, now = Date.now()) =>
  `We check payments again ${formatMomentInText(opensAt, now)}, in ${formatTimeLeft(opensAt, now)}.`

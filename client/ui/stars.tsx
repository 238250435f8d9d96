import { classNames } from './class-names.ts'

export const FIVE = [1, 2, 3, 4, 5] as const

export interface StarsProps {
  /** 0 to 5. The stars are rounded to halves, the accessible name is exact. */
  value: number
  className?: string
}

/** A rating as five stars, announced as '4.5 out of 5'. Drawn by the style sheet: lists show hundreds of them. */
export const Stars = ({ value, className }: StarsProps) => (
  <span
    role="img"
    aria-label={`${Number(value.toFixed(1))} out of 5`}
    className={classNames(`rating-stars rating-stars-${halvesOf(value)}`, className)}
  />
)

/** How many halves of stars are filled, 0 to 10. */
export const halvesOf = (value: number) => Math.round(value * 2)

/** One star of a rating that is chosen. */
export function StarShape({ lit }: { lit: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={lit ? 'star-lit' : undefined}>
      <path d="m12 2.8 2.8 5.9 6.4.8-4.7 4.5 1.2 6.4-5.7-3.1-5.7 3.1 1.2-6.4-4.7-4.5 6.4-.8z" />
    </svg>
  )
}

import { classNames } from './class-names.ts'

/**
 * A user's initials in a circle. Decorative next to the name, so hidden from screen readers, and drawn by its style:
 * they are no words on a button that is named otherwise.
 */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return <span className={classNames('avatar', className)} data-initials={initials} aria-hidden="true" />
}

import { classNames } from './class-names.ts'

/** A user's initials in a circle. Decorative next to the name, so hidden from screen readers. */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return (
    <span className={classNames('avatar', className)} aria-hidden="true">
      {initials}
    </span>
  )
}

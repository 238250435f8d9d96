import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import type { Icon } from '../ui/icon.ts'

type CardProps = { label: string; picture: ReactNode; children: ReactNode }

/** What is attached to a message, as a link to its page. */
export function CardLink({ href, ...rest }: CardProps & { href: string }) {
  return (
    <Link href={href} className="chat-card">
      <CardContent {...rest} />
    </Link>
  )
}

/** What is attached to a message and has no page any more. */
export const Card = (props: CardProps) => (
  <span className="chat-card">
    <CardContent {...props} />
  </span>
)

function CardContent({ label, picture, children }: CardProps) {
  return (
    <>
      {picture}
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-sm font-semibold" title={label}>
          {label}
        </span>
        {children}
      </span>
    </>
  )
}

export function IconTile({ icon: TileIcon, className }: { icon: Icon; className?: string }) {
  return (
    <span
      className={classNames('grid size-10 flex-none place-items-center rounded-md bg-sunken text-muted', className)}
    >
      <TileIcon size={18} strokeWidth={1.75} />
    </span>
  )
}

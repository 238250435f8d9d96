import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/** Numbers side by side. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</dl>
}

export interface TileProps {
  label: string
  value: ReactNode
  note?: ReactNode
  tone?: 'bad' | undefined
  action?: ReactNode
}

export function Tile({ label, value, note, tone, action }: TileProps) {
  return (
    <div className="surface flex flex-wrap items-start justify-between gap-2 p-4">
      <div className="min-w-0">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className={classNames('heading tabular mt-0.5 text-2xl', tone === 'bad' && 'text-bad')}>{value}</dd>
        {note && <dd className="mt-0.5 text-sm text-muted">{note}</dd>}
      </div>
      {action}
    </div>
  )
}

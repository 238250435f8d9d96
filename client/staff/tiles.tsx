import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/** Key figures side by side. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 max-tight:grid-cols-1 lg:grid-cols-4">{children}</dl>
}

export interface TileProps {
  label: string
  value: ReactNode
  note?: ReactNode
  tone?: 'bad' | undefined
  action?: ReactNode
}

/** A key figure with an optional note and action. */
export function Tile({ label, value, note, tone, action }: TileProps) {
  return (
    <div className="surface grid grid-cols-[minmax(0,1fr)_auto] content-start items-start gap-x-2 p-4">
      <dt className="text-sm text-muted max-sm:col-span-2">{label}</dt>
      <dd
        className={classNames(
          'heading tabular col-start-1 mt-0.5 text-2xl max-sm:text-lg max-[24rem]:text-base',
          !action && 'max-sm:col-span-2',
          tone === 'bad' && 'text-bad',
        )}
      >
        {value}
      </dd>
      {note && <dd className="col-start-1 mt-0.5 text-sm text-muted max-sm:col-span-2">{note}</dd>}
      {action && <dd className="col-start-2 max-sm:row-start-2 max-sm:-my-2 sm:row-span-3 sm:row-start-1">{action}</dd>}
    </div>
  )
}

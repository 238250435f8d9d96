import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The list around Leader lines. */
export function Leaders({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames('leaders', className)}>{children}</dl>
}

export interface LeaderProps {
  label: ReactNode
  amount: ReactNode
  /** strong: the total; good: a saving; muted: nothing to pay. */
  look?: 'strong' | 'good' | 'muted'
}

/** A line of a receipt: label ……… amount */
export function Leader({ label, amount, look }: LeaderProps) {
  return (
    <div className={classNames('leader', look && `leader-${look}`)}>
      <dt>
        <span>{label}</span>
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}

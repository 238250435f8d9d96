import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface ReceiptProps {
  children: ReactNode
  /** Torn at the foot, or at both ends. */
  torn?: 'foot' | 'both'
  className?: string
}

/** A slip of paper. Inside go a heading, Leaders and ReceiptRule. */
export function Receipt({ children, torn = 'foot', className }: ReceiptProps) {
  return (
    <div className={classNames('receipt', torn === 'both' && 'receipt-torn-both', className)}>
      <div className="receipt-paper">{children}</div>
    </div>
  )
}

export function ReceiptRule() {
  return <hr className="receipt-rule" />
}

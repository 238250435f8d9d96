import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface ReceiptProps {
  children: ReactNode
  /** The torn edges: the bottom one, or both. */
  torn?: 'foot' | 'both'
  className?: string
}

/** A paper receipt, with a heading, Leaders and ReceiptRule inside. */
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

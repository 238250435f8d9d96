import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStore } from '../../client-context.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Table } from '../../ui/table.tsx'
import { amountDue } from './amount-due.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Decision } from './decisions.ts'
import { queueColumns } from './queue-columns.tsx'
import { claimStatus } from './use-claim.ts'
import { useHeldClaims } from './use-held-claims.ts'
import { useSelection } from '../../staff/list-table.tsx'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useNewPayments } from './use-new-payments.ts'
import './payment-queue.css'

export interface PaymentQueueProps {
  /** Oldest first. */
  all: StaffOrder[]
  /** The payments that match the search. */
  rows: StaffOrder[]
  onSearch: () => void
  onHelp: () => void
}

/** The payments waiting for verification, as a table for keyboard and pointer. */
export function PaymentQueue({ all, rows, onSearch, onHelp }: PaymentQueueProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const now = useNow(30_000)
  const me = useStore((state) => state.accounts.user?._id)
  const { isNew, latest } = useNewPayments(all)
  const toggleClaim = useHeldClaims()
  const { selected, select } = useSelection(rows)
  const [deciding, setDeciding] = useState<{ id: string; decision: Decision } | null>(null)
  const decidingOrder = useStore((state) => (deciding ? state.staffOrders.byId[deciding.id] : undefined))

  const focusRow = (order: StaffOrder | undefined) =>
    order && frame.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(order._id)}"] a`)?.focus()
  const step = (by: number) => {
    const index = selected ? rows.indexOf(selected) + by : 0
    focusRow(rows[Math.max(0, Math.min(rows.length - 1, index))])
  }
  const decide = (order: StaffOrder | null, decision: Decision) => {
    if (order && ['free', 'mine'].includes(claimStatus(order, me))) setDeciding({ id: order._id, decision })
  }

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => selected && navigate(`/admin/orders/${selected._id}`),
    v: () => decide(selected, 'verify'),
    r: () => decide(selected, 'reject'),
    c: () => selected && void toggleClaim(selected),
    '/': onSearch,
    '?': onHelp,
  })

  return (
    <div
      ref={frame}
      className="payment-queue"
      onFocus={({ target }) => select(target.closest<HTMLElement>('tr[data-key]')?.dataset.key)}
    >
      <Table
        caption="Payments to verify, oldest first"
        columns={queueColumns({
          now,
          selectedId: selected?._id,
          isNew,
          onToggleClaim: (order) => void toggleClaim(order),
          onDecide: decide,
        })}
        rows={rows}
        rowKey={(order) => order._id}
        selectedKey={selected?._id ?? null}
        onSelect={focusRow}
      />
      <KeyHints />
      <p role="status" className="sr-only">
        {latest && `New payment: order ${orderNumber(latest._id)}, ${amountDue(latest)}.`}
      </p>
      {deciding && decidingOrder && (
        <DecisionDialog
          key={deciding.id}
          order={decidingOrder}
          decision={deciding.decision}
          onClose={() => setDeciding(null)}
        />
      )}
    </div>
  )
}

function KeyHints() {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted max-wide:hidden">
      {hints.map(([key, description]) => (
        <span key={key} className="flex items-center gap-1.5">
          <Kbd>{key}</Kbd>
          {description}
        </span>
      ))}
    </p>
  )
}

const hints = [
  ['j', 'next'],
  ['k', 'previous'],
  ['v', 'verify'],
  ['r', 'reject'],
  ['c', 'claim'],
  ['/', 'search'],
  ['?', 'all keys'],
] as const

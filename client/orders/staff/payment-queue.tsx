import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { useNow } from '../orders/use-now.ts'
import { useStore } from '../store.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Table } from '../ui/table.tsx'
import { amountDue } from './amount-due.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Decision } from './decisions.ts'
import { queueColumns } from './queue-columns.tsx'
import { standingOf } from './use-claim.ts'
import { useHeldClaims } from './use-held-claims.ts'
import { useSelection } from './list-table.tsx'
import { useKeys } from './use-keys.ts'
import { useNewcomers } from './use-newcomers.ts'
import './payment-queue.css'

export interface PaymentQueueProps {
  /** Oldest first. */
  all: StaffOrder[]
  /** Those that fit the search. */
  rows: StaffOrder[]
  onSearch: () => void
  onHelp: () => void
}

/** The payments that wait, as a table that is worked through with keyboard or pointer. */
export function PaymentQueue({ all, rows, onSearch, onHelp }: PaymentQueueProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const now = useNow(30_000)
  const me = useStore((state) => state.accounts.user?._id)
  const { isNew, latest } = useNewcomers(all)
  const toggleClaim = useHeldClaims()
  const { selected, select } = useSelection(rows)
  const [asking, setAsking] = useState<{ id: string; decision: Decision } | null>(null)
  const asked = useStore((state) => (asking ? state.staff.byId[asking.id] : undefined))

  const focusRow = (order: StaffOrder | undefined) =>
    order && frame.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(order._id)}"] a`)?.focus()
  const step = (by: number) => {
    const at = selected ? rows.indexOf(selected) + by : 0
    focusRow(rows[Math.max(0, Math.min(rows.length - 1, at))])
  }
  const decide = (order: StaffOrder | null, decision: Decision) => {
    if (order && ['free', 'mine'].includes(standingOf(order, me))) setAsking({ id: order._id, decision })
  }

  useKeys({
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
          selected: selected?._id,
          isNew,
          onClaim: (order) => void toggleClaim(order),
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
      {asking && asked && (
        <DecisionDialog key={asking.id} order={asked} decision={asking.decision} onClose={() => setAsking(null)} />
      )}
    </div>
  )
}

function KeyHints() {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted max-wide:hidden">
      {hints.map(([key, meaning]) => (
        <span key={key} className="flex items-center gap-1.5">
          <Kbd>{key}</Kbd>
          {meaning}
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

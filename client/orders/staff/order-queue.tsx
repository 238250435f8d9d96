import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { usePreloadedPage } from '../../layout/use-preloaded-page.ts'
import { isFocusLost } from '../../lib/is-focus-lost.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStore } from '../../client-context.tsx'
import { useAfterRender } from '../../ui/use-after-render.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Table } from '../../ui/table.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isNarrow } from '../../ui/media.ts'
import { amountDue } from '../amount-due.ts'
import { DecisionDialog, obstacleTo } from './decision-dialog.tsx'
import type { Decision } from './decisions.ts'
import { describeChange, describeClaim, describeOutcome } from './describe-change.ts'
import { OrderPeek, type OrderPeekHandle } from './order-peek.tsx'
import { queueColumns } from './queue-columns.tsx'
import type { Queue } from './queues.ts'
import { claimStatus } from './use-claim.ts'
import { useHeldClaims } from './use-held-claims.ts'
import { RowNotice } from '../../staff/row-notice.tsx'
import { useRowSelection } from '../../staff/use-row-selection.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useRequestProof } from './use-request-proof.ts'
import { useNewOrders } from './use-new-orders.ts'
import '../../staff/staff-table.css'
import '../../staff/two-line-rows.css'
import './order-queue.css'

export interface OrderQueueProps {
  queue: Queue
  /** Longest waiting first; null while they are loading. */
  rows: StaffOrder[] | null
  isLoading: boolean
  onSearch: () => void
  /** Above the table, such as its search. */
  toolbar: ReactNode
  /** Below the table, and in place of an empty one. */
  children: ReactNode
}

/** Orders that wait for staff, as a table for keyboard and pointer, and the selected one beside it. */
export function OrderQueue({ queue, rows, isLoading, onSearch, toolbar, children }: OrderQueueProps) {
  const [, navigate] = useLocation()
  const now = useNow(30_000)
  const toast = useToast()
  const me = useStore((state) => state.accounts.user?._id)
  const byId = useStore((state) => state.staffOrders.byId)
  const { isNew, latest } = useNewOrders(rows, queue.since)
  const toggleClaim = useHeldClaims({
    isReady: rows !== null,
    shows: (id) => rows?.some(({ _id }) => _id === id) ?? false,
  })
  const { shown, isGone, selected, lost, step, advance, focusRow, frameProps } = useRowSelection(rows ?? none)
  const [deciding, setDeciding] = useState<{ id: string; decision: Decision } | null>(null)
  const afterRender = useAfterRender()
  const [reminders, setReminders] = useState(0)
  const [isPeeking, setPeeking] = useState(false)
  usePreloadedPage(rows?.[0] && `/admin/orders/${rows[0]._id}`)
  const peek = useRef<OrderPeekHandle>(null)
  const decidingOrder = deciding ? byId[deciding.id] : undefined
  /** A row that is gone stays as it was, so that it keeps its height. */
  const current = (order: StaffOrder) => byId[order._id] ?? order

  const decide = (order: StaffOrder, decision: Decision) => {
    const obstacle = obstacleTo(order, decision, claimStatus(order, me))
    if (obstacle) toast(obstacle)
    else setDeciding({ id: order._id, decision })
  }
  /** Acts on the selected row. When someone else took it away, it says so again instead. */
  const act = (run: (order: StaffOrder) => void) => () => {
    if (selected) run(selected)
    else if (lost) setReminders(reminders + 1)
  }
  const { ask } = useRequestProof()
  /** Opens the selected order beside the list, or moves into it; where there is no room, on its own page. */
  function openPeek() {
    if (isNarrow()) return selected && navigate(`/admin/orders/${selected._id}`)
    if (!selected && !lost) step(1)
    if (isPeeking) peek.current?.focus()
    else if (lost) setReminders(reminders + 1)
    else setPeeking(true)
  }
  function openByLink(order: StaffOrder, event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || isNarrow()) return
    event.preventDefault()
    focusRow(order)
    setPeeking(true)
  }
  function closePeek() {
    peek.current?.fadeOut()
    setPeeking(false)
    const row = selected ?? lost
    if (row) focusRow(row)
  }

  /** The control that opened the dialog may be gone with its order. */
  const keepFocus = () => {
    if (isFocusLost() && lost) focusRow(lost)
  }
  const decisionKeys = Object.entries(queue.decisions).map(([key, decision]) => [
    key,
    act((order) => decide(order, decision)),
  ])

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: openPeek,
    ArrowRight: openPeek,
    o: act((order) => navigate(`/admin/orders/${order._id}`)),
    ...(isPeeking && { ArrowLeft: closePeek, Escape: closePeek }),
    c: act((order) => void toggleClaim(order)),
    ...(queue.kind === 'payments' && { p: act((order) => void ask(order)) }),
    '/': onSearch,
    ...(Object.fromEntries(decisionKeys) as Record<string, () => void>),
  })

  const peeked = isPeeking ? (selected ?? lost) : null
  return (
    <div className="peek-layout">
      <div className="min-w-0">
        {toolbar}
        <div
          className={`order-queue order-queue-${queue.kind}`}
          hidden={shown.length === 0 && !isLoading}
          {...frameProps}
        >
          <Table
            caption={queue.caption}
            columns={queueColumns({
              queue,
              now,
              selectedId: selected?._id,
              isNew,
              isGone,
              outcomeOf: (order) => describeOutcome(current(order)),
              onOpen: openByLink,
              onToggleClaim: (order) => void toggleClaim(order),
              onDecide: decide,
            })}
            rows={shown}
            rowKey={(order) => order._id}
            selectedKey={(selected ?? lost)?._id ?? null}
            isGone={isGone}
            onSelect={focusRow}
            isLoading={isLoading && shown.length === 0}
          />
          <RowNotice text={lost && !deciding ? noticeOf(queue, current(lost)) : ''} reminders={reminders}>
            {!isLoading && <KeyHints queue={queue} />}
          </RowNotice>
          <p role="status" className="sr-only">
            {latest && `New ${queue.noun}: order ${orderNumber(latest._id)}, ${amountDue(latest)}.`}
          </p>
          {/* The open order says so itself. */}
          <p role="status" className="sr-only">
            {selected && !isPeeking && claimOf(selected, me)}
          </p>
        </div>
        {children}
      </div>
      {peeked && (
        <OrderPeek
          ref={peek}
          order={current(peeked)}
          onDecide={(decision) => decide(current(peeked), decision)}
          onToggleClaim={() => void toggleClaim(current(peeked))}
          onClose={closePeek}
        />
      )}
      {deciding && decidingOrder && (
        <DecisionDialog
          key={deciding.id}
          order={decidingOrder}
          decision={deciding.decision}
          onDecided={() => advance(deciding.id)}
          onClose={() => {
            setDeciding(null)
            afterRender(keepFocus)
          }}
        />
      )}
    </div>
  )
}

const none: StaffOrder[] = []

/** Who has claimed the order, which sighted staff see in its row; empty if nobody has. @param me the viewer's user id */
function claimOf(order: StaffOrder, me: string | undefined): string {
  const status = claimStatus(order, me)
  return status === 'taken' || status === 'mine' ? describeClaim(order, status === 'mine') : ''
}

/** Why the selected order is no longer in the queue, and what to do. */
function noticeOf({ filter, noun }: Queue, order: StaffOrder): string {
  const stillWaits =
    order.paymentStatus === filter.paymentStatus &&
    (filter.orderStatus === undefined || order.orderStatus === filter.orderStatus)
  const loss = stillWaits ? `#${orderNumber(order._id)} is no longer in this list.` : describeChange(order)
  return `${loss} Choose ${noun === 'order' ? 'an order' : 'a payment'} with j, k or a click.`
}

function KeyHints({ queue: { decisions, kind } }: { queue: Queue }) {
  const hints = [
    ['j', 'next'],
    ['k', 'previous'],
    ...Object.entries(decisions),
    ['c', 'claim'],
    ...(kind === 'payments' ? ([['p', 'ask for picture']] as const) : []),
    ['Enter', 'open'],
    ['/', 'search'],
    ['?', 'all keys'],
  ] as const
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-xs text-muted max-lg:hidden">
      {hints.map(([key, description]) => (
        <span key={key} className="flex items-center gap-1.5">
          <Kbd>{key}</Kbd>
          {description}
        </span>
      ))}
    </p>
  )
}

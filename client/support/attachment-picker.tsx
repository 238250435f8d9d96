import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Order } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { loadItems } from '../catalogue/actions.ts'
import { itemsKey } from '../catalogue/store.ts'
import { useTyped } from '../catalogue/use-typed.ts'
import { ItemLogo } from '../orders/item-logo.tsx'
import { PaymentBadge } from '../orders/status-badge.tsx'
import { useMoney } from '../orders/use-money.ts'
import { dayOf } from '../orders/when.ts'
import { useClient, useStore } from '../store.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/input.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useLoad } from '../use-load.ts'
import type { Attached } from './kept.ts'

/** SPEC.md §9. */
export const mostAttached = 50

export interface AttachmentPickerProps {
  onPick: (attached: Attached) => void
  onClose: () => void
  /** The orders of whose conversation it is, newest first; undefined while they are on their way. */
  orders: Order[] | undefined
}

/** What a message is about: an item of the store, or one of the customer's orders. */
export function AttachmentPicker({ onPick, onClose, orders }: AttachmentPickerProps) {
  const [tab, setTab] = useState<'items' | 'orders'>('items')
  const [query, setQuery] = useState('')
  const typed = useTyped({ shown: query, means: (text) => text.trim(), take: (text) => setQuery(text.trim()) })

  return (
    <Dialog open onClose={onClose} title="Attach to your message" sheet>
      <TextInput
        type="search"
        data-autofocus
        aria-label="Search items and orders"
        placeholder="Name or order number"
        start={<Search size={16} />}
        maxLength={100}
        {...typed.field}
      />
      <Tabs
        className="mt-2"
        label="What to attach"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'items', label: 'Items', panel: <Items query={query} onPick={onPick} /> },
          { id: 'orders', label: 'Orders', panel: <Orders query={query} orders={orders} onPick={onPick} /> },
        ]}
      />
    </Dialog>
  )
}

function Items({ query, onPick }: { query: string; onPick: (attached: Attached) => void }) {
  const client = useClient()
  const money = useMoney()
  const filter = { limit: mostAttached, ...(query && { q: query }) }
  const key = itemsKey(filter)
  const { status } = useLoad(key, (signal) => loadItems(client, filter, signal))
  const list = useStore((state) => state.catalogue.lists[key])
  const items = useStore((state) => state.catalogue.items)

  if (!list && status === 'loading') return <Waiting />
  // What does not load is passed over in silence (SPEC.md §8).
  const shown = (list?.ids ?? []).flatMap((id) => items[id] ?? []).slice(0, mostAttached)
  return (
    <Choices none={query ? `No item fits “${query}”` : 'No items'}>
      {shown.map(({ _id, name, price, logoLink }) => (
        <Choice key={_id} onPick={() => onPick({ kind: 'item', id: _id, name })}>
          <ItemLogo link={logoLink} className="size-9" />
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          <span className="tabular text-muted">{money(price)}</span>
        </Choice>
      ))}
    </Choices>
  )
}

type OrdersProps = Pick<AttachmentPickerProps, 'orders' | 'onPick'> & { query: string }

function Orders({ query, orders, onPick }: OrdersProps) {
  const money = useMoney()
  if (!orders) return <Waiting />
  const shown = orders.filter((order) => textOf(order).includes(query.toLowerCase())).slice(0, mostAttached)
  return (
    <Choices none={query ? `No order fits “${query}”` : 'No orders yet'}>
      {shown.map((order) => (
        <Choice key={order._id} onPick={() => onPick({ kind: 'order', id: order._id, name: orderNumber(order._id) })}>
          <span className="grid min-w-0 flex-1">
            <span className="tabular font-medium">Order #{orderNumber(order._id)}</span>
            <span className="tabular truncate text-xs text-muted">
              {dayOf(order.createdAt)}, {money(order.total)}
            </span>
          </span>
          <PaymentBadge status={order.paymentStatus} />
        </Choice>
      ))}
    </Choices>
  )
}

const textOf = ({ _id, items }: Order) =>
  [`#${orderNumber(_id)}`, ...items.map(({ name }) => name)].join(' ').toLowerCase()

function Choices({ none, children }: { none: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="py-10 text-center text-muted">{none}</p>
  return <ul className="-mx-2 grid min-h-80 content-start">{children}</ul>
}

function Choice({ onPick, children }: { onPick: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className="chat-choice" onClick={onPick}>
        {children}
      </button>
    </li>
  )
}

function Waiting() {
  return (
    <Loading className="grid min-h-80 content-start gap-2">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </Loading>
  )
}

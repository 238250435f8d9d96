import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Order, PaymentStatus } from '../../shared/orders/schema.ts'
import { orderNumber, takesProofs } from '../../shared/orders/rules.ts'
import { maxProofs } from '../../shared/payments/proof-schema.ts'
import { loadItems } from '../catalogue/actions.ts'
import { itemsKey } from '../catalogue/store.ts'
import { useDebouncedInput } from '../lib/use-debounced-input.ts'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { PaymentBadge } from '../orders/status-badge.tsx'
import { useMoney } from '../use-money.ts'
import { formatDate } from '../lib/format-date.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ProofPicture } from '../payments/proof-picture.tsx'
import { ProofUpload } from '../payments/proof-upload.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/input.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { maxListed } from './actions.ts'
import type { Attachment } from './local-drafts.ts'
import './choices.css'

export interface AttachmentPickerProps {
  onPick: (attachment: Attachment) => void
  onClose: () => void
  /** The customer's orders, newest first; undefined while they are loading. */
  orders: Order[] | undefined
  /** The customer can attach pictures of their own transfers. */
  withPictures?: boolean
}

/** Chooses an item or one of the customer's orders to attach to a message. */
export function AttachmentPicker({ onPick, onClose, orders, withPictures = false }: AttachmentPickerProps) {
  const [chosen, setTab] = useState<'items' | 'orders' | 'pictures' | null>(null)
  // Most write about one of their orders.
  const tab = chosen ?? (orders?.length === 0 ? 'items' : 'orders')
  const [query, setQuery] = useState('')
  const search = useDebouncedInput({
    value: query,
    normalize: (text) => text.trim(),
    onCommit: (text) => setQuery(text.trim()),
  })

  return (
    <Dialog open onClose={onClose} title="Attach to your message" sheet>
      <TextInput
        type="search"
        data-autofocus
        aria-label="Search items and orders"
        placeholder="Name or order number"
        start={<Search size={16} />}
        maxLength={100}
        {...search.field}
      />
      <Tabs
        className="mt-2"
        label="What to attach"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'items', label: 'Items', panel: <Items query={query} onPick={onPick} /> },
          { id: 'orders', label: 'Orders', panel: <Orders query={query} orders={orders} onPick={onPick} /> },
          ...(withPictures
            ? [
                {
                  id: 'pictures' as const,
                  label: 'Transfer',
                  panel: <Pictures orders={orders} onPick={onPick} onSent={onClose} />,
                },
              ]
            : []),
        ]}
      />
    </Dialog>
  )
}

function Items({ query, onPick }: { query: string; onPick: (attachment: Attachment) => void }) {
  const client = useClient()
  const money = useMoney()
  const filter = { limit: maxListed, ...(query && { q: query }) }
  const key = itemsKey(filter)
  const { status } = useLoad(key, (signal) => loadItems(client, filter, signal))
  const list = useStore((state) => state.catalogue.lists[key])
  const items = useStore((state) => state.catalogue.items)

  if (!list && status === 'loading') return <ChoicesSkeleton />
  // A failure shows as an empty list (docs/rules.md).
  const matches = (list?.ids ?? []).flatMap((id) => items[id] ?? []).slice(0, maxListed)
  return (
    <Choices emptyText={query ? `No items match “${query}”` : 'No items'}>
      {matches.map(({ _id, name, price, logoLink }) => (
        <Choice key={_id} onPick={() => onPick({ kind: 'item', id: _id, name })}>
          <ItemLogo link={logoLink} className="size-9" />
          <span className="flex-1 truncate font-medium" title={name}>
            {name}
          </span>
          <span className="tabular text-muted">{money(price)}</span>
        </Choice>
      ))}
    </Choices>
  )
}

type OrdersProps = Pick<AttachmentPickerProps, 'orders' | 'onPick'> & { query: string }

function Orders({ query, orders, onPick }: OrdersProps) {
  const money = useMoney()
  if (!orders) return <ChoicesSkeleton />
  const matches = orders.filter((order) => searchText(order).includes(query.toLowerCase())).slice(0, maxListed)
  return (
    <Choices emptyText={query ? `No orders match “${query}”` : 'No orders yet'}>
      {matches.map((order) => (
        <Choice key={order._id} onPick={() => onPick({ kind: 'order', id: order._id, name: orderNumber(order._id) })}>
          <span className="grid min-w-36 flex-1">
            <span className="tabular font-medium">Order #{orderNumber(order._id)}</span>
            <span className="tabular text-[0.8125rem] text-muted">
              {formatDate(order.createdAt)}, {money(order.total)}
            </span>
          </span>
          <PaymentBadge order={order} />
        </Choice>
      ))}
    </Choices>
  )
}

type PicturesProps = Pick<AttachmentPickerProps, 'orders' | 'onPick'> & { onSent: () => void }

/** Adds a picture of the transfer of an order, and attaches it; that of a closed order is sent at once. */
function Pictures({ orders, onPick, onSent }: PicturesProps) {
  const toast = useToast()
  if (!orders) return <ChoicesSkeleton />
  const waiting = orders.filter(takesProofs)
  if (waiting.length === 0) {
    return (
      <p className="py-10 text-center text-muted">
        You can send a picture for an order that is waiting, was rejected or has expired. You have none right now.
      </p>
    )
  }
  return (
    <ul className="grid min-h-80 content-start gap-4 pt-3">
      {waiting.map(({ _id, proofs, createdAt, paymentStatus }) => (
        <li key={_id} className="grid gap-2">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span id={`pictures-${_id}`} className="tabular font-medium">
              Order #{orderNumber(_id)}
            </span>
            <span className="tabular text-[0.8125rem] text-muted">{formatDate(createdAt)}</span>
          </span>
          {proofs.map((proof, i) => (
            <span key={proof._id} className="flex items-center gap-3">
              <ProofPicture order={_id} proof={proof._id} name={`picture ${i + 1}`} />
              <Button size="small" onClick={() => onPick({ kind: 'proof', id: proof._id, name: _id })}>
                Attach picture {i + 1}
              </Button>
            </span>
          ))}
          {proofs.length < maxProofs && (
            <ProofUpload
              order={_id}
              label={isClosed(paymentStatus) ? 'Send a picture of the transfer' : 'Choose a picture of the transfer'}
              describedBy={`pictures-${_id}`}
              onUploaded={(proof) => {
                if (!isClosed(paymentStatus)) return onPick({ kind: 'proof', id: proof._id, name: _id })
                toast('Picture sent to support', { type: 'success' })
                onSent()
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const isClosed = (status: PaymentStatus) => status === 'failed' || status === 'cancelled'

const searchText = ({ _id, items }: Order) =>
  [`#${orderNumber(_id)}`, ...items.map(({ name }) => name)].join(' ').toLowerCase()

function Choices({ emptyText, children }: { emptyText: string; children: ReactNode[] }) {
  return (
    <>
      <p role="status" className="sr-only">
        {children.length === 0 ? emptyText : `${children.length} found`}
      </p>
      {children.length === 0 ? (
        <p className="py-10 text-center text-muted">{emptyText}</p>
      ) : (
        <ul className="-mx-2 grid min-h-80 content-start">{children}</ul>
      )}
    </>
  )
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

function ChoicesSkeleton() {
  return (
    <Loading className="grid min-h-80 content-start gap-2">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </Loading>
  )
}

import { ArchiveX, Package } from 'lucide-react'
import { Suspense } from 'react'
import { itemPath } from '../../shared/catalogue/rules.ts'
import { loadItem } from '../catalogue/actions.ts'
import { itemKey } from '../catalogue/store.ts'
import { loadOrder } from '../orders/actions.ts'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { orderKey } from '../orders/store.ts'
import { useMoney } from '../use-money.ts'
import { useClient, useStore } from '../client-context.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useLoad } from '../use-load.ts'
import { Card, CardLink, IconTile } from './chat-card.tsx'
import type { Attachment } from './local-drafts.ts'
import { OrderSummaryCard } from './order-summary-card.tsx'

const ProofCard = lazyPart(() => import('./proof-card.tsx'))
const StaffOrderCard = lazyPart(() => import('./staff/staff-order-card.tsx'))

type AttachmentCardProps = { attachment: Attachment; forStaff: boolean }

/** The attached item, order or picture in its current state; price and status stay up to date. */
export function AttachmentCard({ attachment, forStaff }: AttachmentCardProps) {
  if (attachment.kind === 'item') return <ItemCard attachment={attachment} />
  if (attachment.kind === 'proof') {
    return (
      <Suspense fallback={<span className="block h-18" />}>
        <ProofCard attachment={attachment} forStaff={forStaff} />
      </Suspense>
    )
  }
  if (!forStaff) return <OrderCard id={attachment.id} />
  return (
    <Suspense fallback={null}>
      <StaffOrderCard id={attachment.id} />
    </Suspense>
  )
}

function ItemCard({ attachment: { id, name } }: { attachment: Attachment }) {
  const client = useClient()
  const money = useMoney()
  const item = useStore((state) => state.catalogue.items[id])
  const { status, code } = useLoad(item ? null : itemKey(id), (signal) => loadItem(client, id, signal))
  if (item) {
    return (
      <CardLink href={itemPath(item)} label={item.name} picture={<ItemLogo link={item.logoLink} className="size-10" />}>
        <span className="tabular text-sm text-muted">{money(item.price)}</span>
      </CardLink>
    )
  }
  const isRemoved = code === 'not_found'
  return (
    <Card label={name} picture={<IconTile icon={isRemoved ? ArchiveX : Package} />}>
      <span className="text-sm text-muted">
        {isRemoved ? 'No longer available' : status === 'failed' ? 'Error loading item' : ' '}
      </span>
    </Card>
  )
}

function OrderCard({ id }: { id: string }) {
  const client = useClient()
  const order = useStore((state) => state.orders.byId[id])
  const { status } = useLoad(order ? null : orderKey(id), (signal) => loadOrder(client, id, signal))
  return <OrderSummaryCard id={id} href={`/orders/details/${id}`} order={order} failed={status === 'failed'} />
}

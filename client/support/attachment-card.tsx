import { itemPath } from '../../shared/catalogue/rules.ts'
import { ArchiveX, Package, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { loadItem } from '../catalogue/actions.ts'
import { itemKey } from '../catalogue/store.ts'
import { loadOrder } from '../orders/actions.ts'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { orderKey } from '../orders/store.ts'
import { useMoney } from '../use-money.ts'
import { loadStaffOrder } from '../orders/staff/actions.ts'
import { staffOrderKey } from '../orders/staff/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import type { Icon } from '../ui/icon.ts'
import { useLoad } from '../use-load.ts'
import type { Attachment } from './local-drafts.ts'

type AttachmentCardProps = { attachment: Attachment; forStaff: boolean }

/** The attached item or order in its current state; price and status stay up to date. */
export function AttachmentCard({ attachment, forStaff }: AttachmentCardProps) {
  if (attachment.kind === 'item') return <ItemCard attachment={attachment} />
  return forStaff ? <StaffOrderCard id={attachment.id} /> : <OrderCard id={attachment.id} />
}

function ItemCard({ attachment: { id, name } }: { attachment: Attachment }) {
  const client = useClient()
  const money = useMoney()
  const item = useStore((state) => state.catalogue.items[id])
  const { code } = useLoad(item ? null : itemKey(id), (signal) => loadItem(client, id, signal))
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
      <span className="text-sm text-muted">{isRemoved ? 'No longer available' : ' '}</span>
    </Card>
  )
}

function OrderCard({ id }: { id: string }) {
  const client = useClient()
  const order = useStore((state) => state.orders.byId[id])
  useLoad(order ? null : orderKey(id), (signal) => loadOrder(client, id, signal))
  return <OrderSummaryCard id={id} href={`/orders/details/${id}`} order={order} />
}

function StaffOrderCard({ id }: { id: string }) {
  const client = useClient()
  const order = useStore((state) => state.staffOrders.byId[id])
  useLoad(order ? null : staffOrderKey(id), (signal) => loadStaffOrder(client, id, signal))
  return <OrderSummaryCard id={id} href={`/admin/orders/${id}`} order={order} />
}

type OrderSummary = Pick<Order, 'total' | 'paymentStatus' | 'orderStatus'>

function OrderSummaryCard({ id, href, order }: { id: string; href: string; order: OrderSummary | undefined }) {
  const money = useMoney()
  return (
    <CardLink href={href} label={`Order #${orderNumber(id)}`} picture={<IconTile icon={ReceiptText} />}>
      <span className="tabular text-sm text-muted">{order ? money(order.total) : ' '}</span>
      {order && (
        <span className="mt-1 flex flex-wrap gap-1">
          <PaymentBadge status={order.paymentStatus} />
          {order.paymentStatus === 'verified' && <OrderBadge status={order.orderStatus} />}
        </span>
      )}
    </CardLink>
  )
}

type CardProps = { label: string; picture: ReactNode; children: ReactNode }

function CardLink({ href, ...rest }: CardProps & { href: string }) {
  return (
    <Link href={href} className="chat-card">
      <CardContent {...rest} />
    </Link>
  )
}

const Card = (props: CardProps) => (
  <span className="chat-card">
    <CardContent {...props} />
  </span>
)

function CardContent({ label, picture, children }: CardProps) {
  return (
    <>
      {picture}
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-sm font-semibold" title={label}>
          {label}
        </span>
        {children}
      </span>
    </>
  )
}

function IconTile({ icon: TileIcon }: { icon: Icon }) {
  return (
    <span className="grid size-10 flex-none place-items-center rounded-md bg-sunken text-muted">
      <TileIcon size={18} strokeWidth={1.75} />
    </span>
  )
}

import { ArchiveX, Package, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Order } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { loadItem } from '../catalogue/actions.ts'
import { itemKey } from '../catalogue/store.ts'
import { loadOrder } from '../orders/actions.ts'
import { ItemLogo } from '../orders/item-logo.tsx'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { orderKey } from '../orders/store.ts'
import { useMoney } from '../orders/use-money.ts'
import { loadStaffOrder } from '../staff/actions.ts'
import { staffOrderKey } from '../staff/store.ts'
import { useClient, useStore } from '../store.tsx'
import type { Icon } from '../ui/icon.ts'
import { useLoad } from '../use-load.ts'
import type { Attached } from './kept.ts'

type CardProps = { attached: Attached; forStaff: boolean }

/** What was sent along, as it is now: its price or its state changes here as it does everywhere. */
export function AttachmentCard({ attached, forStaff }: CardProps) {
  if (attached.kind === 'item') return <ItemCard attached={attached} />
  return forStaff ? <StaffOrderCard id={attached.id} /> : <OrderCard id={attached.id} />
}

function ItemCard({ attached: { id, name } }: { attached: Attached }) {
  const client = useClient()
  const money = useMoney()
  const item = useStore((state) => state.catalogue.items[id])
  const { code } = useLoad(item ? null : itemKey(id), (signal) => loadItem(client, id, signal))
  if (item) {
    return (
      <CardLink href={`/items/${id}`} label={item.name} face={<ItemLogo link={item.logoLink} className="size-10" />}>
        <span className="tabular text-sm text-muted">{money(item.price)}</span>
      </CardLink>
    )
  }
  const isGone = code === 'not_found'
  return (
    <Card label={name} face={<Face icon={isGone ? ArchiveX : Package} />}>
      <span className="text-sm text-muted">{isGone ? 'No longer sold' : ' '}</span>
    </Card>
  )
}

function OrderCard({ id }: { id: string }) {
  const client = useClient()
  const order = useStore((state) => state.orders.byId[id])
  useLoad(order ? null : orderKey(id), (signal) => loadOrder(client, id, signal))
  return <OrderFace id={id} href={`/orders/details/${id}`} order={order} />
}

function StaffOrderCard({ id }: { id: string }) {
  const client = useClient()
  const order = useStore((state) => state.staff.byId[id])
  useLoad(order ? null : staffOrderKey(id), (signal) => loadStaffOrder(client, id, signal))
  return <OrderFace id={id} href={`/admin/orders/${id}`} order={order} />
}

type OrderShown = Pick<Order, 'total' | 'paymentStatus' | 'orderStatus'>

function OrderFace({ id, href, order }: { id: string; href: string; order: OrderShown | undefined }) {
  const money = useMoney()
  return (
    <CardLink href={href} label={`Order #${orderNumber(id)}`} face={<Face icon={ReceiptText} />}>
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

type FaceProps = { label: string; face: ReactNode; children: ReactNode }

function CardLink({ href, ...rest }: FaceProps & { href: string }) {
  return (
    <Link href={href} className="chat-card">
      <Inside {...rest} />
    </Link>
  )
}

const Card = (props: FaceProps) => (
  <span className="chat-card">
    <Inside {...props} />
  </span>
)

function Inside({ label, face, children }: FaceProps) {
  return (
    <>
      {face}
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-sm font-semibold">{label}</span>
        {children}
      </span>
    </>
  )
}

function Face({ icon: Drawn }: { icon: Icon }) {
  return (
    <span className="grid size-10 flex-none place-items-center rounded-md bg-sunken text-muted">
      <Drawn size={18} strokeWidth={1.75} />
    </span>
  )
}

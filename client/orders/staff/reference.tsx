import { CircleHelp, Image as ImageIcon, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { isTransactionHash, referenceKey } from '../../../shared/orders/reference.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { maxSameReferences, type SameReference, type StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { ExplorerLink } from '../../payments/staff/explorer-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Icon } from '../../ui/icon.ts'

/**
 * The transfer reference the customer entered, with a warning if other orders have the same one, or if a crypto payment's
 * isn't a transaction hash. Only spans, because it is shown inside a paragraph.
 */
export function Reference({ order, whole }: { order: StaffOrder; whole?: boolean }) {
  const { transferReference: reference, paymentMethod, request, sameReference } = order
  if (!reference) return <span className="text-sm text-muted">Not given</span>
  const key = referenceKey(reference)
  const lacksHash = paymentMethod === 'crypto' && !isTransactionHash(key)
  return (
    <span className="grid min-w-0 gap-1">
      <span className={whole ? 'font-medium break-all' : 'block truncate'} title={reference}>
        {reference}
      </span>
      {lacksHash && (
        <span>
          <Badge tone="waiting" icon={CircleHelp}>
            Not a transaction hash
          </Badge>
        </span>
      )}
      {whole && request?.network && isTransactionHash(key) && <ExplorerLink network={request.network} hash={key} />}
      {sameReference && <SameReferenceLinks same={sameReference} shown={whole ? maxSameReferences : 2} />}
    </span>
  )
}

/** The same in a table's row, without the links, and with the gravest warning alone. */
export function ReferenceInRow({ order }: { order: StaffOrder }) {
  return (
    <span className="grid min-w-0">
      <ReferenceLine order={order} />
      <RowWarning order={order} />
    </span>
  )
}

/** The reference the customer entered, cut off where there is little room, and how many pictures they sent. */
export function ReferenceLine({ order: { transferReference: reference, proofs } }: { order: StaffOrder }) {
  const { length } = proofs
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className={classNames('min-w-0 truncate', !reference && 'text-muted')} title={reference ?? undefined}>
        {reference ?? '–'}
      </span>
      {length > 0 && (
        <span className="flex flex-none items-center gap-0.5 text-xs text-muted" title={picturesText(length)}>
          <ImageIcon size={14} aria-hidden />
          {length > 1 && <span aria-hidden>{length}</span>}
          <span className="sr-only">{picturesText(length)}</span>
        </span>
      )}
    </span>
  )
}

type RowWarningProps = {
  order: StaffOrder
  /** Where the reference itself isn't shown: 'Reused reference'. */
  isNamed?: boolean
}

/** The gravest warning about a transfer's reference or pictures; nothing without any. */
export function RowWarning({ order, isNamed }: RowWarningProps) {
  const warning = warningOf(order)
  if (!warning) return null
  const { text, named = text, title, isGrave } = warning
  return (
    <RowMark
      tone={isGrave ? 'bad' : 'waiting'}
      icon={isGrave ? TriangleAlert : CircleHelp}
      title={title}
      wraps={isNamed}
    >
      {isNamed ? named : text}
    </RowMark>
  )
}

type RowMarkProps = {
  tone: 'bad' | 'waiting' | 'accent'
  icon: Icon
  title?: string | undefined
  /** On several lines, where there is no room for one; otherwise cut off. */
  wraps?: boolean | undefined
  children: string
}

/** A few words with an icon, as the second line of a table's row. */
export function RowMark({ tone, icon: Icon, title, wraps, children }: RowMarkProps) {
  return (
    <span
      className={classNames('flex gap-1 text-xs font-medium', !wraps && 'items-center', textColors[tone])}
      title={title ?? children}
    >
      <Icon size={13} className={classNames('flex-none', wraps && 'mt-0.5')} />
      <span className={wraps ? 'min-w-20 flex-1' : 'min-w-0 truncate'}>{children}</span>
    </span>
  )
}

const textColors = { bad: 'text-bad', waiting: 'text-waiting', accent: 'text-accent' }

function warningOf({ transferReference: reference, paymentMethod, sameReference, sameProofs }: StaffOrder) {
  if (sameReference) {
    const text = usedText(sameReference.count)
    return { text, named: 'Reused reference', title: `Reference ${text.toLowerCase()}`, isGrave: true }
  }
  if (sameProofs.length > 0) {
    return { text: 'Same picture', title: 'This picture was also sent for another order', isGrave: true }
  }
  const lacksHash = !!reference && paymentMethod === 'crypto' && !isTransactionHash(referenceKey(reference))
  if (!lacksHash) return null
  return { text: 'Not a hash', title: 'Not a hash of a transaction', isGrave: false }
}

const picturesText = (count: number) =>
  count === 1 ? '1 picture of the transfer' : `${count} pictures of the transfer`

const usedText = (others: number) => (others === 1 ? 'Used twice' : `Used ${others + 1} times`)

function SameReferenceLinks({ same: { orders, count }, shown }: { same: SameReference; shown: number }) {
  const visible = orders.slice(0, shown)
  const hidden = count - visible.length
  return (
    <span className="grid gap-0.5">
      <span>
        <Badge tone="bad" icon={TriangleAlert}>
          {usedText(count)}
        </Badge>
      </span>
      <span className="text-xs">
        Also on{' '}
        {visible.map(({ _id, paymentStatus }, i) => (
          <span key={_id}>
            {i > 0 && ', '}
            <Link href={`/admin/orders/${_id}`} className="link tabular">
              #{orderNumber(_id)}
            </Link>{' '}
            ({paymentStatus})
          </span>
        ))}
        {hidden > 0 && ` and ${hidden} more`}
      </span>
    </span>
  )
}

import { ChevronDown } from 'lucide-react'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { bankTransfer, binanceTransfer, type Transfer } from '../../shared/payments/transfer.ts'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { copyRow, copyTerm } from '../ui/copy-row.ts'
import { classNames } from '../ui/class-names.ts'
import './folded.css'
import './payments.css'

/** What to send while it is loading, announced. */
export const TransferSkeleton = ({ method }: { method: PaymentMethod }) => (
  <Loading label="Loading what to send…">
    <TransferOutline method={method} />
  </Loading>
)

/** The boxes of what to send: the amount, its details and the QR code, with the words that are the same for all orders. */
export function TransferOutline({ method }: { method: PaymentMethod }) {
  const { rate, qrLabel, fields } = words[method] ?? {}
  return (
    <div className="transfer-room">
      <div className="transfer-step">
        <div className="grid gap-2">
          <div className={copyRow}>
            <div className={copyTerm}>Send exactly</div>
            <div className="text-2xl wide:text-3xl">
              <SkeletonLine className="w-44" />
            </div>
            <div className="col-span-full row-start-3 text-sm text-muted">{rate ?? <Lines count={2} />}</div>
            {method === 'crypto' && (
              <div className="col-span-full row-start-4 mt-1 text-sm">
                <SkeletonLine className="w-56" />
              </div>
            )}
            <CopySkeleton />
          </div>
          <div className="mt-2 divide-y divide-line">
            {fields ? fields.map((field) => <Row key={field.label} {...field} />) : <AddressRow />}
          </div>
          {method === 'bank' && (
            <div className="flex min-h-11 items-center gap-1.5 text-sm font-[560]">
              More details
              <ChevronDown size={16} className="text-muted" />
            </div>
          )}
          <div className="mt-1 flex gap-2">
            <Skeleton className="h-11 w-24 wide:h-8 wide:w-20" />
            <Skeleton className="transfer-qr-button h-11 w-26" />
          </div>
        </div>
        <div className="transfer-qr">
          <div className="grid w-60 justify-items-center gap-3">
            <div className="rounded-lg border border-line p-2">
              <Skeleton className="size-52 rounded-none" />
            </div>
            <div className="max-w-60 min-w-40 text-center text-sm text-balance text-muted">
              {qrLabel ?? <Lines count={2} />}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

const none = { amount: '0', reference: '' }
const bank = bankTransfer({ bankName: '', branch: '', accountName: '', accountNumber: '', swift: '' }, none)
const binance = binanceTransfer({ payId: '', name: '' }, none)

const wordsOf = ({ rate, qrLabel, fields: [, ...others] }: Transfer) => ({
  rate,
  qrLabel,
  fields: others.filter(({ kind }) => kind !== 'extra'),
})

/** A crypto transfer's depend on the token. */
const words: Partial<Record<PaymentMethod, ReturnType<typeof wordsOf>>> = {
  bank: wordsOf(bank),
  binance: wordsOf(binance),
}

const Row = ({ label, kind, hint }: Transfer['fields'][number]) => (
  <div className={classNames(copyRow, kind === 'reference' && 'transfer-important border-transparent')}>
    <div className={copyTerm}>{label}</div>
    <div className={kind === 'reference' ? 'text-lg' : ''}>
      <SkeletonLine className="w-36" />
    </div>
    {hint && <div className="col-span-full row-start-3 mt-1 text-sm text-muted">{hint}</div>}
    <CopySkeleton />
  </div>
)

const AddressRow = () => (
  <div className={`${copyRow} transfer-important transfer-warning border-transparent`}>
    <div className={copyTerm}>Address</div>
    <div className="text-[0.9375rem] leading-[1.6]">
      <Lines count={2} />
      <SkeletonLine className="w-32 wide:hidden" />
    </div>
    <div className="col-span-full row-start-3 mt-1 text-sm">
      <Lines count={2} />
    </div>
    <CopySkeleton />
  </div>
)

const Lines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, line) => (
    <SkeletonLine key={line} className={line === count - 1 ? 'w-3/5' : 'w-full'} />
  ))

const CopySkeleton = () => <Skeleton className="col-start-2 row-span-2 row-start-1 h-11 w-[5.75rem] wide:h-8" />

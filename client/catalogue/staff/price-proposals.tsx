import { ArrowRight } from 'lucide-react'
import type { PriceChange, PriceProposal } from '../../../shared/catalogue/prices-schema.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Note } from '../../ui/note.tsx'
import { describeChange } from './prices-form.ts'

export interface PriceProposalsProps {
  change: PriceChange
  proposals: PriceProposal[]
  /** How many of them change anything. */
  changeCount: number
  /** How many items there are in all. */
  totalCount: number
  nextCursor: string | null
}

/** The rule of the change, and the old and new price of each item. A crossed-out price that stays is shown once. */
export function PriceProposals({ change, proposals, changeCount, totalCount, nextCursor }: PriceProposalsProps) {
  const problems = proposals.filter(({ problem }) => problem !== null).length
  return (
    <div className="grid gap-4">
      <p className="font-medium">{describeChange(change)}</p>
      {problems > 0 && (
        <Note tone="bad" title={`${problems} ${problems === 1 ? 'price is' : 'prices are'} impossible`}>
          Go back and choose another change, or other items.
        </Note>
      )}
      {nextCursor !== null && (
        <Note tone="waiting">
          {`${proposals.length} of ${totalCount.toLocaleString('en')} items. The next ones follow after these.`}
        </Note>
      )}
      {changeCount === 0 && <Note>These prices stay as they are.</Note>}
      <ul className="divide-y" aria-label="Old and new prices">
        {proposals.map(({ _id, name, logoLink, price, originalPrice, newPrice, newOriginalPrice, problem }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-3 py-2">
            <img src={logoLink} alt="" width={24} height={24} loading="lazy" className="size-6 flex-none rounded-sm" />
            <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
              {name}
              {problem && <span className="block text-sm text-bad">{problem}</span>}
            </span>
            <span className="tabular ml-auto flex flex-none flex-wrap items-center justify-end gap-x-2 text-right">
              <Price price={price} oldPrice={originalPrice === newOriginalPrice ? null : originalPrice} label="Now" />
              <ArrowRight size={14} className="text-muted" />
              <Price price={newPrice} oldPrice={newOriginalPrice} label="New" isNew />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type PriceProps = { price: number; oldPrice: number | null; label: string; isNew?: boolean }

function Price({ price, oldPrice, label, isNew = false }: PriceProps) {
  return (
    <span className={isNew ? 'font-semibold' : 'text-muted'}>
      <span className="sr-only">{label}: </span>
      {formatMoney(price)}
      {oldPrice !== null && (
        <s className="ml-1.5 text-xs font-normal text-muted">
          <span className="sr-only">Old price: </span>
          {formatMoney(oldPrice)}
        </s>
      )}
    </span>
  )
}

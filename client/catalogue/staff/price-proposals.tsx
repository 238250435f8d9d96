import { ArrowRight } from 'lucide-react'
import type { PriceChange, PriceProposal } from '../../../shared/catalogue/prices-schema.ts'
import { formatMoney } from '../../../shared/money.ts'
import { classNames } from '../../ui/class-names.ts'
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
  // A column of crossed-out prices, if there is one in any row.
  const hasReplaced = proposals.some((proposal) => replacedOf(proposal) !== null)
  const hasNewOriginal = proposals.some(({ newOriginalPrice }) => newOriginalPrice !== null)
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
      {/* Nothing in it takes the focus, with which the keyboard scrolls it. */}
      <ul className="divide-y" aria-label="Old and new prices" {...focusable}>
        {proposals.map((proposal) => (
          <li key={proposal._id} className="flex flex-wrap items-center gap-x-3 py-2">
            <img
              src={proposal.logoLink}
              alt=""
              width={24}
              height={24}
              loading="lazy"
              className="size-6 flex-none rounded-sm"
            />
            <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
              {proposal.name}
              {proposal.problem && <span className="block text-sm text-bad">{proposal.problem}</span>}
            </span>
            <span className="tabular ml-auto flex flex-none flex-wrap items-baseline justify-end gap-x-2">
              <Price price={proposal.price} original={replacedOf(proposal)} hasColumn={hasReplaced} label="Now" />
              <ArrowRight size={14} className="self-center text-muted" />
              <Price
                price={proposal.newPrice}
                original={proposal.newOriginalPrice}
                hasColumn={hasNewOriginal}
                label="New"
                isNew
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const focusable = { tabIndex: 0 }

/** The crossed-out price that a change replaces or removes. */
const replacedOf = ({ originalPrice, newOriginalPrice }: PriceProposal) =>
  originalPrice === newOriginalPrice ? null : originalPrice

type PriceProps = { price: number; original: number | null; hasColumn: boolean; label: string; isNew?: boolean }

function Price({ price, original, hasColumn, label, isNew = false }: PriceProps) {
  return (
    <>
      <span className={classNames('min-w-18 text-right', isNew ? 'font-semibold' : 'text-muted')}>
        <span className="sr-only">{label}: </span>
        {formatMoney(price)}
      </span>
      {hasColumn && (
        <span className="min-w-14 text-right text-xs text-muted">
          {original !== null && (
            <s>
              <span className="sr-only">Old price: </span>
              {formatMoney(original)}
            </s>
          )}
        </span>
      )}
    </>
  )
}

import { CircleDollarSign, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { maxBulkItems } from '../../../shared/catalogue/prices-schema.ts'
import { lazyPart } from '../../layout/lazy-part.tsx'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { ListBar } from '../../staff/list-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { PriceTarget } from './prices-actions.ts'
import type { Selection } from './use-selection.ts'

const PricesDialog = lazyPart(() => import('./prices-dialog.tsx'))

/** Changes the prices of the category that the list shows. */
export function CategoryPrices({ category }: { category: Category }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const label = `Change prices in ${category.name}`
  return (
    <>
      <Button icon={CircleDollarSign} onClick={() => setOpen(true)}>
        <span className="max-w-64 truncate" title={label}>
          {label}
        </span>
      </Button>
      {isOpen && <Prices target={{ category: category._id }} name={category.name} onDone={close} onClose={close} />}
    </>
  )
}

/** What can be done with the selected items. */
export function SelectionBar({ selection: { ids, totalCount, clear } }: { selection: Selection }) {
  const [isOpen, setOpen] = useState(false)
  const isTooMany = ids.length > maxBulkItems
  const name = `${ids.length} ${ids.length === 1 ? 'item' : 'items'}`
  const isPart = ids.length > 1 && ids.length < totalCount
  useShortcuts({ p: () => !isTooMany && setOpen(true) })
  return (
    <ListBar label="Selected items">
      <Button variant="primary" disabled={isTooMany} onClick={() => setOpen(true)}>
        <span>
          Change prices<span className={isPart ? 'max-sm:sr-only' : undefined}>{` of ${name}`}</span>
        </span>
      </Button>
      {isPart && <p className="tabular text-sm text-muted">{`${ids.length} of ${totalCount} selected`}</p>}
      <Button variant="plain" className="max-sm:hidden" onClick={clear}>
        Clear selection
      </Button>
      <IconButton label="Clear selection" icon={X} className="ml-auto sm:hidden" onClick={clear} />
      {isTooMany && <p className="text-sm text-bad">{`At most ${maxBulkItems} at once`}</p>}
      {isOpen && (
        <Prices
          target={{ items: ids }}
          name={name}
          onDone={() => {
            setOpen(false)
            clear()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </ListBar>
  )
}

type PricesProps = { target: PriceTarget; name: string; onDone: () => void; onClose: () => void }

const Prices = (props: PricesProps) => (
  <Suspense>
    <PricesDialog {...props} />
  </Suspense>
)

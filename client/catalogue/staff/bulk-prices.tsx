import { CircleDollarSign } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { maxBulkItems } from '../../../shared/catalogue/prices-schema.ts'
import { lazyPart } from '../../layout/lazy-part.tsx'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { ListBar } from '../../staff/list-bar.tsx'
import { Button } from '../../ui/button.tsx'
import type { PriceTarget } from './prices-actions.ts'
import type { Selection } from './use-selection.ts'

const PricesDialog = lazyPart(() => import('./prices-dialog.tsx'))

/** Changes the prices of the category that the list shows. */
export function CategoryPrices({ category }: { category: Category }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={CircleDollarSign} onClick={() => setOpen(true)}>
        Change all prices
      </Button>
      {isOpen && <Prices target={{ category: category._id }} name={category.name} onDone={close} onClose={close} />}
    </>
  )
}

/** What can be done with the selected items. */
export function SelectionBar({ selection: { ids, clear } }: { selection: Selection }) {
  const [isOpen, setOpen] = useState(false)
  const isTooMany = ids.length > maxBulkItems
  const name = `${ids.length} ${ids.length === 1 ? 'item' : 'items'}`
  useShortcuts({ p: () => !isTooMany && setOpen(true) })
  return (
    <ListBar label="Selected items">
      <Button variant="primary" disabled={isTooMany} onClick={() => setOpen(true)}>
        {`Change prices of ${name}`}
      </Button>
      <Button variant="plain" onClick={clear}>
        Clear selection
      </Button>
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

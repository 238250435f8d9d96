import { CircleDollarSign } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { maxBulkItems } from '../../../shared/catalogue/prices-schema.ts'
import { lazyPart } from '../../layout/lazy-part.tsx'
import { Button } from '../../ui/button.tsx'

const PricesDialog = lazyPart(() => import('./prices-dialog.tsx'))

export interface BulkPricesProps {
  /** The ids of the selected items. */
  selected: string[]
  /** The category that the list shows. */
  category: Category | undefined
  onClear: () => void
}

/** Changes the prices of the selected items, or of the category that is shown. */
export function BulkPrices({ selected, category, onClear }: BulkPricesProps) {
  const [isOpen, setOpen] = useState(false)
  const count = selected.length
  if (count === 0 && !category) return null
  const name = count === 0 ? category!.name : `${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <>
      <Button icon={CircleDollarSign} disabled={count > maxBulkItems} onClick={() => setOpen(true)}>
        {count === 0 ? 'Change all prices' : `Change prices of ${name}`}
      </Button>
      {count > maxBulkItems && <p className="text-sm text-bad">{`At most ${maxBulkItems} at once`}</p>}
      {count > 0 && (
        <Button variant="plain" onClick={onClear}>
          Clear selection
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <PricesDialog
            target={count === 0 ? { category: category!._id } : { items: selected }}
            name={name}
            onDone={() => {
              setOpen(false)
              onClear()
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

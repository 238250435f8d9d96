import { Package, X } from 'lucide-react'
import { useState } from 'react'
import { ItemPicker } from '../../catalogue/staff/item-picker.tsx'
import { useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface ItemFilterProps {
  item: string | undefined
  /** Called with an empty text for all items. */
  onChange: (item: string) => void
}

/** Chooses the item whose orders are listed. */
export function ItemFilter({ item, onChange }: ItemFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ _id: string; name: string } | null>(null)
  const soldName = useStore((state) => item && nameInOrders(state.staffOrders.byId, item))
  const name = chosen?._id === item ? chosen?.name : soldName
  return (
    <span className="inline-flex items-center gap-1">
      <Button icon={Package} onClick={() => setOpen(true)}>
        <span className="max-w-48 truncate" title={name || undefined}>
          {item ? name || 'One item' : 'Any item'}
        </span>
      </Button>
      {item && <IconButton icon={X} size="small" label="Orders of all items" onClick={() => onChange('')} />}
      <Dialog open={isOpen} sheet onClose={() => setOpen(false)} title="Orders of one item">
        <ItemPicker
          value={null}
          onChange={(picked) => {
            setChosen(picked)
            setOpen(false)
            onChange(picked?._id ?? '')
          }}
        />
      </Dialog>
    </span>
  )
}

type Orders = Record<string, { items: { item: string; name: string }[] }>

/** The name under which a listed order has the item. */
function nameInOrders(orders: Orders, item: string): string | undefined {
  for (const { items } of Object.values(orders)) {
    const line = items.find((one) => one.item === item)
    if (line) return line.name
  }
  return undefined
}

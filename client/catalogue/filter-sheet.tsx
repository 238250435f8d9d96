import { formatTotal } from '../lib/format-total.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Filters, type FiltersProps } from './filters.tsx'

/** `count`: the number of results; null while they are loading. */
export type FilterSheetProps = FiltersProps & { count: number | null }

/** The filters as a sheet, for narrow screens. */
export default function FilterSheet({ count, onClose, ...props }: FilterSheetProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filters"
      sheet
      foot={
        <Button variant="primary" size="large" wide onClick={onClose}>
          {count === null
            ? 'Show services'
            : `Show ${count === 1 ? '1 service' : `${formatTotal(count, props.filter.q)} services`}`}
        </Button>
      }
    >
      <Filters {...props} chips />
    </Dialog>
  )
}

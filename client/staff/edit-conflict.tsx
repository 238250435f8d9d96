import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

export interface EditConflictProps {
  noun: 'item' | 'coupon' | 'category' | 'reply'
  onLoadTheirs: () => void
  onKeepMine: () => void
}

/** Asks whose changes to keep when a colleague saved the row that is being edited. */
export function EditConflict({ noun, onLoadTheirs, onKeepMine }: EditConflictProps) {
  return (
    <div role="alert">
      <Note tone="waiting" title={`Someone else changed this ${noun}`}>
        <p>Load their changes, or keep yours: saving will then overwrite theirs.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" variant="primary" onClick={onLoadTheirs}>
            Load theirs
          </Button>
          <Button size="small" onClick={onKeepMine}>
            Keep mine
          </Button>
        </div>
      </Note>
    </div>
  )
}

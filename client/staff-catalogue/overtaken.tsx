import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

export interface OvertakenProps {
  what: 'item' | 'coupon' | 'category'
  onTheirs: () => void
  onMine: () => void
}

/** A colleague saved what is being changed here: whose it is to be. */
export function Overtaken({ what, onTheirs, onMine }: OvertakenProps) {
  return (
    <div role="alert">
      <Note tone="waiting" title={`Somebody else changed this ${what}.`}>
        <p>Take what they saved, or go on with what you wrote: saving it then takes their change away.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" variant="primary" onClick={onTheirs}>
            Load theirs
          </Button>
          <Button size="small" onClick={onMine}>
            Keep mine
          </Button>
        </div>
      </Note>
    </div>
  )
}

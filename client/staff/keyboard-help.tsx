import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { paletteKeys } from './command-palette/open.ts'

export type KeyHelp = readonly [keys: readonly string[], description: string]
export interface KeyboardHelpProps {
  open: boolean
  onClose: () => void
  keys: readonly KeyHelp[]
}

/** A dialog with the keyboard shortcuts of a page. */
export function KeyboardHelp({ open, onClose, keys }: KeyboardHelpProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
        {[...keys, [paletteKeys(), 'Search everything'] as const].map(([names, description]) => (
          <div key={description} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'

export type KeyHelp = readonly [keys: readonly string[], meaning: string]

/** What the keys of this page do. */
export function KeysDialog({ open, onClose, keys }: { open: boolean; onClose: () => void; keys: readonly KeyHelp[] }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
        {keys.map(([names, meaning]) => (
          <div key={meaning} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

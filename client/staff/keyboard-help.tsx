import { Checkbox } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { paletteKeys } from './command-palette/open.ts'

/** `group`: the heading that it stands under, with those after it. */
export type KeyHelp = readonly [keys: readonly string[], description: string, group?: string]
export interface KeyboardHelpProps {
  open: boolean
  onClose: () => void
  keys: readonly KeyHelp[]
  singleKeys: { isOn: boolean; change: (on: boolean) => void }
}

/** A dialog with the keyboard shortcuts of a page, and the switch that turns off those of a single key. */
export function KeyboardHelp({ open, onClose, keys, singleKeys }: KeyboardHelpProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className="grid gap-4">
        {groupsOf([...keys, [paletteKeys(), 'Search everything']]).map(({ title, entries }) => (
          <section key={title}>
            {title && <h3 className="eyebrow mb-2 font-sans">{title}</h3>}
            <dl className="grid grid-cols-[minmax(4.5rem,auto)_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
              {entries.map(([names, description]) => (
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
          </section>
        ))}
        <div className="border-t pt-3">
          <Checkbox
            label="Single-key shortcuts"
            checked={singleKeys.isOn}
            onChange={(event) => singleKeys.change(event.target.checked)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function groupsOf(keys: readonly KeyHelp[]) {
  const groups: { title: string; entries: KeyHelp[] }[] = []
  for (const entry of keys) {
    const [, , title] = entry
    if (title !== undefined || groups.length === 0) groups.push({ title: title ?? '', entries: [] })
    groups.at(-1)!.entries.push(entry)
  }
  return groups
}

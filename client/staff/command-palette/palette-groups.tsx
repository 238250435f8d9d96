import type { MouseEvent, Ref } from 'react'
import { type Entry, type EntryGroup, entryIcons, pageIcons } from './entries.ts'

interface PaletteGroupsProps {
  ref: Ref<HTMLDivElement>
  id: string
  groups: EntryGroup[]
  /** The place of the selected line among all. */
  selected: number
  /** The lines are those of the text before. */
  isSearching: boolean
  onSelect: (index: number) => void
  onOpen: (entry: Entry) => void
}

/** The lines of the palette by group. They are links, so that a middle click opens a tab. */
export function PaletteGroups({ ref, id, groups, selected, isSearching, onSelect, onOpen }: PaletteGroupsProps) {
  const firsts = groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.entries.length, 0))
  return (
    // What scrolls can be reached by keyboard.
    <div
      ref={ref}
      id={`${id}-list`}
      role="listbox"
      aria-label="Results"
      aria-busy={isSearching}
      tabIndex={0}
      className="palette-list"
    >
      {groups.map(({ title, entries }, groupIndex) => (
        <div key={title} role="group" aria-label={title}>
          <p className="palette-title" aria-hidden="true">
            {title}
          </p>
          {entries.map((entry, index) => {
            const place = firsts[groupIndex]! + index
            return (
              <PaletteLine
                key={entry.href}
                id={`${id}-${place}`}
                entry={entry}
                isSelected={place === selected}
                onSelect={() => onSelect(place)}
                onOpen={() => onOpen(entry)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface PaletteLineProps {
  id: string
  entry: Entry
  isSelected: boolean
  onSelect: () => void
  onOpen: () => void
}

function PaletteLine({ id, entry: { kind, href, label, detail }, isSelected, onSelect, onOpen }: PaletteLineProps) {
  const Icon = pageIcons[href] ?? entryIcons[kind]
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      href={href}
      className="palette-line"
      onClick={onClick}
      // Not `onMouseEnter`: lines that scroll under a pointer at rest aren't chosen.
      onPointerMove={() => !isSelected && onSelect()}
    >
      <Icon size={16} strokeWidth={1.9} />
      <span className="palette-label">{label}</span>
      {detail && <span className="palette-detail">{detail}</span>}
    </a>
  )
}

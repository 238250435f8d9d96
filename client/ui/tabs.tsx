import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab<Id extends string> {
  id: Id
  label: ReactNode
  /** Beside the label, such as a number of reviews. */
  count?: ReactNode
  /** Leads to another page: arrow keys only stop at it, Enter or a click goes there through `onChange`. */
  away?: boolean
  panel?: ReactNode
}

export interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** Makes every panel at once, so that they are in the page as the server sends it; else each when first shown. */
  eager?: boolean
  className?: string
}

/** A panel that has been shown is kept: nothing typed into it is lost by looking at another. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, eager, className }: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<readonly Id[]>([value])
  if (!seen.includes(value)) setSeen([...seen, value])

  function walk(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const tab = tabs.at(to)
    buttons.at(to)?.focus()
    if (tab && !tab.away) onChange(tab.id)
  }

  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className="tab-list" onKeyDown={walk}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${base}-${tab.id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            className="tab"
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tabular font-normal text-muted">{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map(
        ({ id, panel, away }) =>
          !away &&
          (eager || seen.includes(id)) && (
            <div
              key={id}
              role="tabpanel"
              id={`${base}-${id}-panel`}
              aria-labelledby={`${base}-${id}`}
              hidden={id !== value}
              tabIndex={0}
              className="pt-5"
            >
              {panel}
            </div>
          ),
      )}
    </div>
  )
}

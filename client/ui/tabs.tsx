import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useHydrated } from './use-hydrated.ts'

export interface Tab<Id extends string> {
  id: Id
  label: ReactNode
  /** Next to the label, such as the number of reviews. */
  count?: ReactNode
  /** Opens another page: arrow keys only focus it, Enter or a click calls `onChange`. */
  away?: boolean
  panel?: ReactNode
}

export interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /**
   * Renders all panels at once, so that they are in the server's HTML, and are shown below each other without scripts;
   * otherwise each when first shown.
   */
  eager?: boolean
  className?: string
}

/** Between the selected tab and the edge of a screen that the tabs are wider than: more than what fades there. */
const marginPx = 52

/** A panel that has been shown stays mounted, so that what was typed into it isn't lost. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, eager, className }: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const [seen, setSeen] = useState<readonly Id[]>([value])
  if (!seen.includes(value)) setSeen([...seen, value])

  // Where the tabs are wider than the screen, the selected one is in view.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    const row = list.current
    if (!tab || !row) return
    const [start, end] = [tab.offsetLeft - marginPx, tab.offsetLeft + tab.offsetWidth + marginPx]
    row.scrollLeft = Math.min(start, Math.max(row.scrollLeft, end - row.clientWidth))
  }, [value])

  function handleKey(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const index = buttons.findIndex((button) => button === document.activeElement)
    const target = { ArrowRight: (index + 1) % tabs.length, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const tab = tabs.at(target)
    buttons.at(target)?.focus()
    if (tab && !tab.away) onChange(tab.id)
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classNames('tab-list', eager && 'tab-list-eager')}
        onKeyDown={handleKey}
      >
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
            disabled={!hydrated}
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
              hidden={!eager && id !== value}
              tabIndex={0}
              className={classNames('pt-5', eager && id !== value && 'tab-panel-closed')}
            >
              {panel}
            </div>
          ),
      )}
    </div>
  )
}

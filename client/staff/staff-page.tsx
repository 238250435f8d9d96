import { Keyboard, Search } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useHydrated } from '../ui/post-form.tsx'
import { openCommandPalette, paletteKeys } from './command-palette/open.ts'
import { type KeyHelp, KeyboardHelp } from './keyboard-help.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useRememberedList } from './origin.tsx'
import { useSingleKeys } from './use-single-keys.ts'
import './staff-toasts.css'

export interface StaffPageProps {
  /** The page's h1, and the tab's title unless `tab` is set. */
  title: ReactNode
  /** In place of the title on phones, where that has no room. */
  shortTitle?: string | undefined
  /** A more detailed tab title, such as '(3) Payments to verify'; ' · Kade' is appended. */
  tab?: string
  /** The number of rows, next to the heading. */
  count?: ReactNode
  /** One line above the content. */
  text?: ReactNode
  /** In the bar, on narrow screens below it: the page's main action, badges. */
  side?: ReactNode
  /** In the bar at every width, next to the search. */
  tools?: ReactNode
  /** Before the heading: a BackLink. */
  back?: ReactNode
  /** The page's keyboard shortcuts, which `?` shows. */
  keys?: readonly KeyHelp[]
  /** The content fills the window, and its parts scroll by themselves. */
  full?: boolean
  children: ReactNode
}

/** The layout of every page under /admin: a bar with the heading, and the content. */
export function StaffPage(props: StaffPageProps) {
  const { title, shortTitle, tab, count, text, side, tools, back, keys = [], full, children } = props
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isHydrated = useHydrated()
  const openHelp = () => setHelpOpen(true)
  const name = typeof title === 'string' ? title : undefined
  // The server doesn't know the device.
  const searchKeys = useSyncExternalStore(neverChanges, namePaletteKeys, () => 'Ctrl K')
  const singleKeys = useSingleKeys()
  useShortcuts({ '?': openHelp })
  useRememberedList()

  return (
    // Shows its controls until they work, but nothing can be typed into them that would be lost.
    <div className={classNames('staff-page', full && 'staff-page-full')} inert={!isHydrated}>
      <title>{`${tab ?? name ?? 'Staff'} · Kade`}</title>
      <div className="staff-bar">
        {back && (
          <div className="staff-back [&>a]:mb-0 max-[70rem]:[&>a]:gap-0 max-[70rem]:[&>a]:text-[0px]">{back}</div>
        )}
        <h1 title={name}>
          <span className={classNames('truncate', shortTitle && 'max-[30rem]:hidden')}>{title}</span>
          {shortTitle && <span className="truncate min-[30rem]:hidden">{shortTitle}</span>}
          {count !== undefined && <span className="tabular font-normal text-muted">{count}</span>}
        </h1>
        <OfflineNotice />
        {side && <div className="staff-bar-side">{side}</div>}
        <div className="staff-bar-tools">
          {tools}
          <button type="button" className="staff-search" title="Search everything" onClick={openCommandPalette}>
            <Search size={16} />
            <span>Search</span>
            <Kbd>{searchKeys}</Kbd>
          </button>
          <IconButton
            icon={Keyboard}
            label="Keyboard shortcuts (?)"
            size="small"
            className="max-wide:hidden"
            onClick={openHelp}
          />
        </div>
      </div>
      <div className="staff-content">
        {text && <p className="staff-text">{text}</p>}
        {children}
      </div>
      <KeyboardHelp
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        keys={[...keys, helpKey]}
        singleKeys={singleKeys}
      />
    </div>
  )
}

/** The count of a list: '4 of 20' with a filter or search, on a phone the 4 alone. */
export function FilteredCount({ all, found }: { all: string; found: string | undefined }) {
  if (found === undefined) return all
  return (
    <>
      {found}
      <span className="max-sm:hidden">{` of ${all}`}</span>
    </>
  )
}

/** Keeps the room of a count that is loading. */
export const CountSkeleton = () => <span className="skeleton skeleton-count" />

const neverChanges = () => () => {}
const namePaletteKeys = () => paletteKeys().join(' ')

const helpKey: KeyHelp = [['?'], 'Show this help', 'Everywhere']

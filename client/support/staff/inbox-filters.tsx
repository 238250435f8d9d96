import { Search, SlidersHorizontal } from 'lucide-react'
import { type Ref, useState } from 'react'
import { maxSearchLength } from '../../../shared/limits.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { useStore } from '../../client-context.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Segments } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { LoadedSelect } from '../../ui/loaded-select.tsx'
import { countInboxFilters, countInTab, type InboxView } from './inbox-url.ts'
import { useColleagues } from './use-colleagues.ts'

export interface InboxFiltersProps {
  view: InboxView
  onView: (part: Partial<InboxView>) => void
  search: Ref<HTMLInputElement>
}

/** The status, search and filters of the inbox; on phones the filters are in a sheet. */
export function InboxFilters({ view, onView, search }: InboxFiltersProps) {
  const counts = useStore((state) => state.staffSupport.counts)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const searchInput = useDebouncedInput({
    value: view.q,
    normalize: (text) => text.trim(),
    onCommit: (text) => onView({ q: text.trim() }),
  })
  const label = (name: string, status: InboxView['status']) => (
    <span className="whitespace-nowrap">
      {name}
      {counts && (
        <span className="inbox-count tabular font-normal text-muted">{formatTabCount(countInTab(counts, status))}</span>
      )}
    </span>
  )
  const filterCount = countInboxFilters(view)
  return (
    <div className="inbox-filters">
      <Segments
        legend="Status"
        hideLegend
        className="inbox-states"
        value={view.status}
        onChange={(status) => onView({ status })}
        options={[
          { value: 'open', label: label('Open', 'open') },
          { value: 'waiting', label: label('Answered', 'waiting') },
          { value: 'resolved', label: label('Resolved', 'resolved') },
          { value: 'all', label: label('All', 'all') },
        ]}
      />
      <div className="inbox-search">
        <TextInput
          ref={search}
          type="search"
          aria-label="Search conversations"
          placeholder="Search"
          className="inbox-field"
          start={<Search size={15} />}
          maxLength={maxSearchLength}
          {...searchInput.field}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // Browsers would clear the field.
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
      </div>
      <div className="inbox-wide-filters">
        <AssigneeSelect view={view} onView={onView} className="inbox-select" />
        <Button
          size="small"
          aria-pressed={view.unread}
          className="inbox-unread"
          onClick={() => onView({ unread: !view.unread })}
        >
          Unread
        </Button>
      </div>
      <Button icon={SlidersHorizontal} className="inbox-filters-button" onClick={() => setSheetOpen(true)}>
        Filters
        {filterCount > 0 && <span className="sr-only"> ({filterCount} set)</span>}
        <CountBadge count={filterCount} />
      </Button>
      {isSheetOpen && <FilterSheet view={view} onView={onView} onClose={() => setSheetOpen(false)} />}
    </div>
  )
}

/** The tabs have no room for more. */
const formatTabCount = (count: number) => (count < 1000 ? String(count) : `${Math.floor(count / 1000)}k`)

type FilterProps = Pick<InboxFiltersProps, 'view' | 'onView'>

function AssigneeSelect({ view, onView, className }: FilterProps & { className?: string }) {
  const me = useStore((state) => state.accounts.user?._id)
  const { colleagues, failure } = useColleagues()
  const others = (colleagues ?? []).filter(({ _id }) => _id !== me)
  const value = view.assigned === me ? 'mine' : view.assigned
  const isKnown = ['all', 'mine', 'none', ...others.map(({ _id }) => _id)].includes(value)
  return (
    <LoadedSelect
      aria-label="Assignee"
      className={className}
      value={value}
      failure={failure}
      onChange={(event) => onView({ assigned: event.target.value })}
    >
      <option value="all">Any assignee</option>
      <option value="mine">Me</option>
      <option value="none">Unassigned</option>
      {others.map(({ _id, firstName, lastName }) => (
        <option key={_id} value={_id}>
          {firstName} {lastName}
        </option>
      ))}
      {!isKnown && <option value={value}>{colleagues ? 'Former member of staff' : '…'}</option>}
    </LoadedSelect>
  )
}

function FilterSheet({ view, onView, onClose }: FilterProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      sheet
      title="Filters"
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          Show conversations
        </Button>
      }
    >
      <div className="grid gap-3">
        <Field label="Assignee">
          <AssigneeSelect view={view} onView={onView} />
        </Field>
        <Checkbox
          label="Unread only"
          checked={view.unread}
          onChange={(event) => onView({ unread: event.target.checked })}
        />
      </div>
    </Dialog>
  )
}

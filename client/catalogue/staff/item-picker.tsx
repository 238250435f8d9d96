import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useClient, useStore } from '../../client-context.tsx'
import { formatTotal } from '../../lib/format-total.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { useLoad } from '../../use-load.ts'
import { loadStaffItems } from './actions.ts'
import { staffItemsKey } from './store.ts'

type ItemChoice = { _id: string; name: string }

export interface ItemPickerProps {
  value: ItemChoice | null
  error?: string | undefined
  onChange: (item: ItemChoice | null) => void
}

/** Chooses an item on sale by typing part of its name. */
export function ItemPicker({ value, error, onChange }: ItemPickerProps) {
  const [text, setText] = useState('')
  if (value) {
    return (
      <div className="field">
        <span className="field-label">Item</span>
        <span className="flex items-center justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-1.5">
          <span className="truncate font-medium" title={value.name}>
            {value.name}
          </span>
          <Button size="small" aria-label="Choose another item" onClick={() => onChange(null)}>
            Change
          </Button>
        </span>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <Field label="Item" error={error} hint="Type part of its name.">
        <TextInput
          type="search"
          autoComplete="off"
          start={<Search size={16} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // Enter must not submit the form around the field.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {text.trim() !== '' && <SearchResults q={text.trim()} onPick={onChange} />}
    </div>
  )
}

function SearchResults({ q, onPick }: { q: string; onPick: (item: ItemChoice) => void }) {
  const client = useClient()
  const debouncedQ = useDebounced(q)
  const key = staffItemsKey({ q: debouncedQ })
  const { status } = useLoad(key, (signal) => loadStaffItems(client, { q: debouncedQ }, signal))
  const list = useStore((state) => state.staffCatalogue.lists[key])
  const byId = useStore((state) => state.staffCatalogue.items)
  const items = (list?.ids ?? []).flatMap((id) => byId[id] ?? []).slice(0, maxResults)

  return (
    <>
      <p role="status" className="text-xs text-muted">
        {list ? resultCount(list.totalCount, debouncedQ) : status === 'failed' ? 'Error loading items' : 'Searching…'}
      </p>
      <ul className="grid gap-1">
        {items.map(({ _id, name, logoLink, category }) => (
          <li key={_id}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-2.5 rounded-md px-2 py-1 text-left text-sm hover:bg-sunken wide:min-h-9"
              onClick={() => onPick({ _id, name })}
            >
              <img src={logoLink} alt="" width={24} height={24} className="size-6 rounded-sm" />
              <span className="flex-1 truncate" title={name}>
                {name}
              </span>
              <span className="text-xs text-muted">{category.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const maxResults = 6
const debounceMs = 250

function resultCount(count: number, q: string): string {
  if (count === 0) return 'No items found'
  return count > maxResults ? `First ${maxResults} of ${formatTotal(count, q)}` : `${count} found`
}

/** Returns the text a moment after it last changed. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

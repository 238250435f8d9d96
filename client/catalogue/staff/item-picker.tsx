import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { useLoad } from '../use-load.ts'
import { loadStaffItems } from './actions.ts'
import { staffItemsKey } from './store.ts'

type Picked = { _id: string; name: string }

export interface ItemPickerProps {
  value: Picked | null
  error?: string | undefined
  onChange: (item: Picked | null) => void
}

/** One item on sale, found by typing a part of its name. */
export function ItemPicker({ value, error, onChange }: ItemPickerProps) {
  const [text, setText] = useState('')
  if (value) {
    return (
      <div className="field">
        <span className="field-label">Item</span>
        <span className="flex items-center justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-1.5">
          <span className="min-w-0 truncate font-medium">{value.name}</span>
          <Button size="small" aria-label="Choose another item" onClick={() => onChange(null)}>
            Change
          </Button>
        </span>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <Field label="Item" error={error} hint="Type a part of its name.">
        <TextInput
          type="search"
          autoComplete="off"
          start={<Search size={16} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // Enter chooses nothing, and is not for the form around it either.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {text.trim() !== '' && <Found q={text.trim()} onPick={onChange} />}
    </div>
  )
}

function Found({ q, onPick }: { q: string; onPick: (item: Picked) => void }) {
  const client = useClient()
  const asked = useLate(q)
  const key = staffItemsKey({ q: asked })
  const { status } = useLoad(key, (signal) => loadStaffItems(client, { q: asked }, signal))
  const list = useStore((state) => state.staffCatalogue.lists[key])
  const byId = useStore((state) => state.staffCatalogue.items)
  const items = (list?.ids ?? []).flatMap((id) => byId[id] ?? []).slice(0, most)

  return (
    <>
      <p role="status" className="text-xs text-muted">
        {list ? found(list.totalCount) : status === 'failed' ? 'Error loading items' : 'Looking…'}
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
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-xs text-muted">{category.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const most = 6

function found(count: number): string {
  if (count === 0) return 'No item on sale has this in its name'
  return count > most ? `The first ${most} of ${count}` : `${count} found`
}

/** The text once nobody has typed for a moment. */
function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), 250)
    return () => clearTimeout(timer)
  }, [text])
  return late
}

import { useState } from 'react'
import type { Conversation } from '../../../shared/support/staff-schema.ts'

/** The row selected with j and k; at first, the open conversation. */
export function useSelectedConversation(
  rows: readonly Conversation[],
  opened: string | undefined,
  frame: React.RefObject<HTMLDivElement | null>,
) {
  const [selectedId, setSelectedId] = useState<string | undefined>(opened)
  const [position, setPosition] = useState(0)
  const index = rows.findIndex(({ _id }) => _id === selectedId)

  function step(by: number) {
    // When the selected row has left the list, the next one has taken its position.
    const target = index !== -1 ? index + by : selectedId ? position + (by > 0 ? 0 : -1) : 0
    const row = rows[Math.max(0, Math.min(rows.length - 1, target))]
    if (row) frame.current?.querySelector<HTMLElement>(`a[data-key="${CSS.escape(row._id)}"]`)?.focus()
  }

  function select(id: string | undefined) {
    if (id === undefined) return
    setSelectedId(id)
    setPosition(rows.findIndex(({ _id }) => _id === id))
  }

  return { selected: index === -1 ? undefined : selectedId, select, step }
}

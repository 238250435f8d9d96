import { useState } from 'react'
import type { LineState, StatementLine } from '../../../shared/statements/staff-schema.ts'
import { isApplicable } from './line-row.tsx'

type Mark = {
  state: LineState
  /** The line's state has changed since it was shown first. */
  hasChanged: boolean
  /** What was chosen for the line in this state. */
  checked?: boolean
}
type Marks = Record<string, Mark>

/**
 * Which lines of a statement are chosen. At first, those that are sure; one that becomes sure while somebody looks is
 * left to them, and a line whose state changes has to be chosen again.
 */
export function useLineSelection(lines: StatementLine[]) {
  const [stored, setStored] = useState<Marks>({})
  const marks = withStates(stored, lines)
  if (marks !== stored) setStored(marks)

  const isChecked = (line: StatementLine) => {
    const { state, hasChanged, checked } = marks[line._id]!
    return isApplicable(line) && (checked ?? (state === 'sure' && !hasChanged))
  }
  return {
    isChecked,
    /** Whether a line has become sure since it was shown first, and isn't chosen. */
    isNewlySure: (line: StatementLine) =>
      line.state === 'sure' && marks[line._id]!.hasChanged && marks[line._id]!.checked === undefined,
    check(chosen: StatementLine[], checked: boolean) {
      const changed = chosen.map(({ _id }) => [_id, { ...marks[_id]!, checked }] as const)
      setStored({ ...marks, ...Object.fromEntries(changed) })
    },
  }
}

/** The marks of the lines as they are now; the same object if nothing has changed. */
function withStates(marks: Marks, lines: StatementLine[]): Marks {
  const changed = lines.filter(({ _id, state }) => marks[_id]?.state !== state)
  if (changed.length === 0) return marks
  const current = changed.map(({ _id, state }) => [_id, { state, hasChanged: _id in marks }] as const)
  return { ...marks, ...Object.fromEntries(current) }
}

import { percentChange } from './percent-change.ts'

const looks = {
  up: { sign: '↑', word: 'Up', className: 'text-good' },
  down: { sign: '↓', word: 'Down', className: 'text-bad' },
} as const

export interface ChangeNoteProps {
  now: number
  before: number
  /** The figure before, formatted. */
  text: string
  /** What it is compared with: 'the previous 30 days'. */
  period: string
}

/** '↑ 119% from $2,313.20': how a figure compares with the period before. */
export function ChangeNote({ now, before, text, period }: ChangeNoteProps) {
  const change = percentChange(now, before)
  if (!change) return `None in ${period}`
  if (change.by === 'same') return `Same as ${period}`
  const { sign, word, className } = looks[change.by]
  return (
    <span title={`Compared with ${period}`}>
      <span className={`font-semibold whitespace-nowrap ${className}`}>
        <span aria-hidden="true">{sign} </span>
        <span className="sr-only">{word} </span>
        {change.text}
      </span>
      {` from ${text}`}
      <span className="sr-only"> in {period}</span>
    </span>
  )
}

import { Check, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TimelineStep {
  id: string
  title: string
  state: 'done' | 'current' | 'next' | 'failed'
  /** Ready to read ('14:02', 'usually 6 minutes'), so that server and browser say the same. */
  time?: ReactNode
  by?: string
  note?: ReactNode
}

export interface TimelineProps {
  label: string
  steps: readonly TimelineStep[]
  className?: string
}

const WORDS = { done: 'done', current: 'now', next: 'still to come', failed: 'failed' } as const

/** Steps from the first to the last. A step that changes while one watches moves once and is read out. */
export function Timeline({ label, steps, className }: TimelineProps) {
  const { moved, news } = useChanges(steps)
  return (
    <div className={className}>
      <ol className="timeline" aria-label={label}>
        {steps.map(({ id, title, state, time, by, note }, index) => (
          <li
            // A new key when the step moves: the one motion starts afresh.
            key={moved.includes(id) ? `${id}-${state}` : id}
            aria-current={state === 'current' ? 'step' : undefined}
            className={classNames('step', `step-${state}`, moved.includes(id) && 'step-moved')}
          >
            <span className="step-mark" aria-hidden="true">
              <Mark state={state} number={index + 1} />
            </span>
            <div className="step-body">
              <p className="step-title">
                {title}
                <VisuallyHidden>, {WORDS[state]}</VisuallyHidden>
              </p>
              {(time || by) && (
                <p className="step-facts">
                  {time}
                  {time && by && ' · '}
                  {by && `by ${by}`}
                </p>
              )}
              {note && <div className="step-note">{note}</div>}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  )
}

function Mark({ state, number }: { state: TimelineStep['state']; number: number }) {
  if (state === 'done') return <Check size={15} strokeWidth={2.75} />
  if (state === 'failed') return <X size={15} strokeWidth={2.75} />
  if (state === 'current') return <span className="size-2 rounded-full bg-current" />
  return <span className="tabular text-xs font-medium">{number}</span>
}

/** Which steps differ from those shown before, and the sentence that tells it. */
function useChanges(steps: readonly TimelineStep[]) {
  const states = steps.map(({ id, state, by }) => `${id} ${state} ${by ?? ''}`)
  const [known, setKnown] = useState({ states, moved: [] as string[], news: '' })
  if (states.join() === known.states.join()) return known

  const changed = steps.filter((_, index) => !known.states.includes(states[index]!) && steps[index]!.state !== 'next')
  const latest = changed.findLast(({ state }) => state !== 'current') ?? changed.at(-1)
  const after = steps.find(({ state }) => state === 'current')
  const news = [latest, after !== latest && after].filter((step) => !!step).map(tell)
  const now = { states, moved: changed.map(({ id }) => id), news: news.join(' ') }
  setKnown(now)
  return now
}

const tell = ({ title, state, by }: TimelineStep) => `${title}${by ? ` by ${by}` : ''}, ${WORDS[state]}.`

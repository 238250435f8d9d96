import { Check, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TimelineStep {
  id: string
  title: string
  state: 'done' | 'current' | 'next' | 'failed'
  /** Already formatted ('14:02', 'usually 6 minutes'), so that server and browser render the same. */
  time?: ReactNode
  by?: string
  note?: ReactNode
}

export interface TimelineProps {
  label: string
  steps: readonly TimelineStep[]
  className?: string
}

const STATE_LABELS = { done: 'done', current: 'now', next: 'still to come', failed: 'failed' } as const

/** A list of steps. A step that changes is animated once and announced. */
export function Timeline({ label, steps, className }: TimelineProps) {
  const { changedIds, announcement } = useChanges(steps)
  return (
    <div className={className}>
      <ol className="timeline" aria-label={label}>
        {steps.map(({ id, title, state, time, by, note }, index) => (
          <li
            // A new key restarts the animation when the step changes.
            key={changedIds.includes(id) ? `${id}-${state}` : id}
            aria-current={state === 'current' ? 'step' : undefined}
            className={classNames('step', `step-${state}`, changedIds.includes(id) && 'step-moved')}
          >
            <span className="step-mark" aria-hidden="true">
              <Mark state={state} number={index + 1} />
            </span>
            <div className="step-body">
              <p className="step-title">
                {title}
                <VisuallyHidden>, {STATE_LABELS[state]}</VisuallyHidden>
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
        {announcement}
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

/** The steps that have changed since the last render, and a sentence that announces them. */
function useChanges(steps: readonly TimelineStep[]) {
  const states = steps.map(({ id, state, by }) => `${id} ${state} ${by ?? ''}`)
  const [last, setLast] = useState({ states, changedIds: [] as string[], announcement: '' })
  if (states.join() === last.states.join()) return last

  const changed = steps.filter((_, index) => !last.states.includes(states[index]!) && steps[index]!.state !== 'next')
  const latest = changed.findLast(({ state }) => state !== 'current') ?? changed.at(-1)
  const current = steps.find(({ state }) => state === 'current')
  const announced = [latest, current !== latest && current].filter((step) => !!step)
  const next = { states, changedIds: changed.map(({ id }) => id), announcement: announced.map(describe).join(' ') }
  setLast(next)
  return next
}

const describe = ({ title, state, by }: TimelineStep) => `${title}${by ? ` by ${by}` : ''}, ${STATE_LABELS[state]}.`

import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CrossFade } from './cross-fade.tsx'
import type { Icon } from './icon.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TimelineStep {
  id: string
  title: string
  /** `closed`: it ended here, and nothing went wrong. */
  state: 'done' | 'current' | 'next' | 'failed' | 'closed'
  /** Already formatted ('14:02', 'usually 6 minutes'), so that server and browser render the same. */
  time?: ReactNode
  by?: string
  note?: ReactNode
  /** The mark of a closed step. */
  icon?: Icon
}

export interface TimelineProps {
  label: string
  steps: readonly TimelineStep[]
  /** Steps that change do so one after the other. */
  staged?: boolean
  className?: string
}

const STATE_LABELS = {
  done: 'done',
  current: 'now',
  next: 'still to come',
  failed: 'failed',
  closed: 'closed',
} as const

/** A list of steps. A step that changes is animated once and announced. */
export function Timeline({ label, steps, staged, className }: TimelineProps) {
  const { changedIds, announcement } = useChanges(steps)
  return (
    <div className={className}>
      <ol className={classNames('timeline', staged && 'timeline-staged')} aria-label={label}>
        {steps.map((step, index) => {
          const stage = changedIds.indexOf(step.id) + 1
          return (
            <li
              // A step takes the place of the one before it, such as 'Paid' of 'Your payment'.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              aria-current={step.state === 'current' ? 'step' : undefined}
              data-stage={stage || undefined}
              className={classNames('step', `step-${step.state}`, stage > 0 && 'step-moved')}
            >
              <span className="step-mark" aria-hidden="true">
                <Mark step={step} number={index + 1} />
              </span>
              <CrossFade id={contentOf(step)} className="step-body">
                <StepBody step={step} />
              </CrossFade>
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

function StepBody({ step: { title, state, time, by, note } }: { step: TimelineStep }) {
  return (
    <>
      <p className={classNames('step-title', `step-title-${state}`)}>
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
    </>
  )
}

function Mark({ step: { state, icon: ClosedIcon }, number }: { step: TimelineStep; number: number }) {
  if (state === 'done' || state === 'current') {
    return (
      <>
        {/* Until it is its turn in a staged change, the number it had before. */}
        <span className="step-number">{number}</span>
        {state === 'done' ? <Tick /> : <span className="size-2 rounded-full bg-current" />}
      </>
    )
  }
  if (state === 'failed') return <X size={15} strokeWidth={2.75} />
  if (state === 'closed') return ClosedIcon ? <ClosedIcon size={14} strokeWidth={2.5} /> : null
  return <span className="step-number">{number}</span>
}

/** Drawn when the step is done: first the ring closes, then the tick. */
function Tick() {
  return (
    <svg viewBox="0 0 26 26" className="step-tick">
      {/* A circle; only paths may have a pathLength everywhere. */}
      <path d="M25.25 13a12.25 12.25 0 1 1-24.5 0 12.25 12.25 0 1 1 24.5 0z" pathLength="1" className="step-ring" />
      <path d="m8 13.4 3.4 3.4 6.8-7.2" pathLength="1" />
    </svg>
  )
}

const identityOf = ({ id, state, by }: TimelineStep) => `${id} ${state} ${by ?? ''}`
const contentOf = (step: TimelineStep) =>
  typeof step.note === 'string' ? `${identityOf(step)} ${step.note}` : identityOf(step)

/** The steps that have changed since the last render, and a sentence that announces them. */
function useChanges(steps: readonly TimelineStep[]) {
  const states = steps.map(identityOf)
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

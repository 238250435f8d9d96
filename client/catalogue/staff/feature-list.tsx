import { ArrowDown, ArrowUp, CircleAlert, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { maxFeatures } from '../../../shared/catalogue/staff-schema.ts'
import { DragHandle, dropIndex } from '../../staff/drag-handle.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextInput } from '../../ui/input.tsx'
import { useAfterRender } from '../../ui/use-after-render.ts'

export interface FeatureListProps {
  features: string[]
  error?: string | undefined
  onChange: (features: string[]) => void
}

/** Edits a list of features: Enter adds one, Backspace removes an empty one. */
export function FeatureList({ features, error, onChange }: FeatureListProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  const afterRender = useAfterRender()
  const focus = (index: number) =>
    afterRender(() => list.current?.querySelectorAll<HTMLInputElement>('input')[index]?.focus())

  function add(index: number) {
    if (features.length >= maxFeatures) return
    onChange(features.toSpliced(index, 0, ''))
    focus(index)
  }
  function remove(index: number) {
    onChange(features.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }
  /** The focus follows the feature, to the other button once it can move no further. */
  function move(index: number, by: 1 | -1) {
    const to = index + by
    onChange(features.with(index, features[to]!).with(to, features[index]!))
    afterRender(() => {
      const row = list.current?.querySelector(`[data-key="${to}"]`)
      const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])]
      const again = buttons.find(({ dataset, disabled }) => dataset.move === String(by) && !disabled)
      ;(again ?? buttons.find(({ disabled }) => !disabled))?.focus()
    })
  }
  function moveTo(index: number, to: number) {
    onChange(features.toSpliced(index, 1).toSpliced(to, 0, features[index]!))
  }
  function handleKey(event: KeyboardEvent, index: number) {
    if (event.key === 'Enter') {
      event.preventDefault()
      add(index + 1)
    }
    if (event.key === 'Backspace' && features[index] === '') {
      event.preventDefault()
      remove(index)
    }
  }

  return (
    <fieldset
      ref={list}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && errorId}
      className="grid gap-2"
    >
      <legend className="field-label mb-1.5">Features</legend>
      {features.map((feature, index) => (
        // Keyed by index, since two features may be equal while they are typed.
        <div key={index} data-key={index} className="flex items-center gap-1">
          <DragHandle
            label={`Drag feature ${index + 1} to another place`}
            onDrop={(key, isAfter) =>
              moveTo(
                index,
                dropIndex(
                  features.map((_, i) => String(i)),
                  String(index),
                  key,
                  isAfter,
                ),
              )
            }
          />
          <TextInput
            aria-label={`Feature ${index + 1}`}
            maxLength={120}
            value={feature}
            onChange={(event) => onChange(features.with(index, event.target.value))}
            onKeyDown={(event) => handleKey(event, index)}
          />
          <IconButton
            icon={ArrowUp}
            size="small"
            label={`Move feature ${index + 1} up`}
            disabled={index === 0}
            data-move={-1}
            onClick={() => move(index, -1)}
          />
          <IconButton
            icon={ArrowDown}
            size="small"
            label={`Move feature ${index + 1} down`}
            disabled={index === features.length - 1}
            data-move={1}
            onClick={() => move(index, 1)}
          />
          <IconButton icon={X} size="small" label={`Remove feature ${index + 1}`} onClick={() => remove(index)} />
        </div>
      ))}
      {error && (
        <p id={errorId} className="field-error">
          <CircleAlert size={14} />
          {error}
        </p>
      )}
      <span>
        <Button size="small" icon={Plus} disabled={features.length >= maxFeatures} onClick={() => add(features.length)}>
          Add a feature
        </Button>
      </span>
    </fieldset>
  )
}

import { ArrowDown, ArrowUp, CircleAlert, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
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
  function swap(index: number, other: number) {
    onChange(features.with(index, features[other]!).with(other, features[index]!))
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
    <fieldset ref={list} aria-invalid={error ? true : undefined} className="grid gap-2">
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
            onClick={() => swap(index, index - 1)}
          />
          <IconButton
            icon={ArrowDown}
            size="small"
            label={`Move feature ${index + 1} down`}
            disabled={index === features.length - 1}
            onClick={() => swap(index, index + 1)}
          />
          <IconButton icon={X} size="small" label={`Remove feature ${index + 1}`} onClick={() => remove(index)} />
        </div>
      ))}
      {error && (
        <p className="field-error">
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

import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'

type Input = Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (event: { target: { value: string } }) => void }

/** The code of an authenticator app, or one of those kept for the day when there is no app. */
export function CodeField({ error, ...input }: Input & { error?: string | undefined }) {
  const [recovery, setRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // It takes the place of what was just typed into.
  useEffect(() => field.current?.focus(), [recovery])
  return (
    <div className="grid gap-2">
      <Field
        label={recovery ? 'Recovery code' : 'Code'}
        error={error}
        hint={
          recovery
            ? 'One of the ten that you kept. Each is good once.'
            : 'The 6 digits that your authenticator app shows.'
        }
      >
        <TextInput
          {...input}
          ref={field}
          key={recovery ? 'recovery' : 'app'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={recovery ? 40 : 7}
          autoCapitalize="none"
          spellCheck={false}
          className="tabular text-lg tracking-widest"
        />
      </Field>
      <button
        type="button"
        className="link justify-self-start py-3 text-sm wide:py-1"
        onClick={() => {
          setRecovery(!recovery)
          input.onChange({ target: { value: '' } })
        }}
      >
        {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  )
}

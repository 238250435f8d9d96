import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'

type Input = Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (event: { target: { value: string } }) => void }

/** The code from an authenticator app, or a recovery code. */
export function CodeField({ error, ...input }: Input & { error?: string | undefined }) {
  const [isRecovery, setIsRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The field replaces the one that had the focus.
  useEffect(() => field.current?.focus(), [isRecovery])
  return (
    <div className="grid gap-2">
      <Field
        label={isRecovery ? 'Recovery code' : 'Code'}
        error={error}
        hint={
          isRecovery ? 'One of the ten you saved. Each works once.' : 'The 6 digits shown in your authenticator app.'
        }
      >
        <TextInput
          {...input}
          ref={field}
          key={isRecovery ? 'recovery' : 'app'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={isRecovery ? 40 : 7}
          autoCapitalize="none"
          spellCheck={false}
          className="tabular text-lg tracking-widest"
        />
      </Field>
      <button
        type="button"
        className="link justify-self-start py-3 text-sm wide:py-1"
        onClick={() => {
          setIsRecovery(!isRecovery)
          input.onChange({ target: { value: '' } })
        }}
      >
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  )
}

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classNames } from './class-names.ts'
import { useFieldLinks } from './field.tsx'
import { useHydrated } from './use-hydrated.ts'

/** A password field with a button that shows the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const links = useFieldLinks()
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...links}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames('input pr-12', className)}
      />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        disabled={!hydrated}
        className="needs-scripts absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink"
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} />
      </button>
    </span>
  )
}

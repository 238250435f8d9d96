import { type ComponentProps, type RefObject, useEffectEvent, useLayoutEffect } from 'react'

export { useHydrated } from './use-hydrated.ts'

interface PostFormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> {
  onSubmit: () => void
}

/**
 * A form with a password. A browser that sends it before the page is hydrated posts it, so that what was typed is never
 * part of a URL (docs/security.md).
 */
export const PostForm = ({ onSubmit, ...rest }: PostFormProps) => (
  <form
    {...rest}
    method="post"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)

/**
 * Passes on what was typed into the form before it was hydrated: the fields show it, but their state doesn't have it, and
 * the next render would clear it.
 * @param restore gets the values by field name
 */
export function useTypedBeforeHydration(
  form: RefObject<HTMLFormElement | null>,
  restore: (typed: Record<string, string>) => void,
) {
  const restoreTyped = useEffectEvent(restore)
  useLayoutEffect(() => {
    const inputs = form.current?.querySelectorAll<HTMLInputElement>('input[name], textarea[name]') ?? []
    const typed = [...inputs].filter(({ value }) => value !== '').map(({ name, value }) => [name, value] as const)
    if (typed.length > 0) restoreTyped(Object.fromEntries(typed))
  }, [form])
}

export const NeedsScripts = ({ what }: { what: string }) => (
  <noscript>
    <p className="text-sm text-bad">{what} needs JavaScript.</p>
  </noscript>
)

import { useRef } from 'react'
import { useAfterRender } from './use-after-render.ts'

/** A ref for a form, and a function that focuses its first invalid field after the next render. */
export function useFocusFirstError() {
  const form = useRef<HTMLFormElement>(null)
  const afterRender = useAfterRender()
  return [form, () => afterRender(() => focusFirstError(form.current))] as const
}

export function focusFirstError(form: HTMLElement | null) {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control = invalid?.matches('fieldset') ? invalid.querySelector('input') : invalid
  control?.focus()
}

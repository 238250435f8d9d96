import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldLinks } from './field.tsx'

/** Grows with its text, up to a limit. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const links = useFieldLinks()
  return <textarea rows={3} {...links} {...rest} className={classNames('input', className)} />
}

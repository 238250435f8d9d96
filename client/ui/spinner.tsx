import { VisuallyHidden } from './visually-hidden.tsx'

/** A spinner as tall as the surrounding text. Announced if it has a label, otherwise decorative. */
export function Spinner({ label }: { label?: string }) {
  if (!label) return <span className="spinner" aria-hidden="true" />
  return (
    <span role="status">
      <span className="spinner inline-block align-[-0.125em]" aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

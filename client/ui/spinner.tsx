import { VisuallyHidden } from './visually-hidden.tsx'

/** A small turning ring as high as the text around it. With a label it is announced; without one it is decoration. */
export function Spinner({ label }: { label?: string }) {
  if (!label) return <span className="spinner" aria-hidden="true" />
  return (
    <span role="status">
      <span className="spinner inline-block align-[-0.125em]" aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

import type { AuditChange } from '../../shared/audit/labels.ts'

/** What an action changed, by field: the old value struck through, then the new one. */
export function ChangedFields({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return <span className="cell-empty text-muted">–</span>
  return (
    <dl className="grid w-full grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-left sm:max-xl:block text-sm">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="contents sm:max-xl:block">
          <dt className="text-muted sm:max-xl:inline sm:max-xl:after:content-[':_']">
            {label.charAt(0).toUpperCase() + label.slice(1)}
          </dt>
          <dd className="sm:max-xl:inline">
            {before !== null && (
              <>
                <span className="sr-only">was </span>
                <del className="text-muted">{before}</del>
              </>
            )}
            {before !== null && after !== null && (
              <span aria-hidden="true" className="text-muted">
                {' → '}
              </span>
            )}
            {after !== null && (
              <>
                {before !== null && <span className="sr-only">, is </span>}
                <ins className="no-underline">{after}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { changedFields, formatValue } from './diff-fields.ts'

/** What an action changed, by field: the old value struck through, then the new one. */
export function ChangedFields({ before, after }: { before: unknown; after: unknown }) {
  const fields = changedFields(before, after)
  if (fields.length === 0) return <span className="text-muted">–</span>
  return (
    <dl className="grid w-full grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-left text-sm">
      {fields.map((field) => (
        <div key={field.name} className="contents">
          <dt className="text-muted">{field.name}</dt>
          <dd className="break-words">
            {field.before !== undefined && (
              <>
                <span className="sr-only">was </span>
                <del className="text-muted">{formatValue(field.before)}</del>
              </>
            )}
            {field.before !== undefined && field.after !== undefined && (
              <span aria-hidden="true" className="text-muted">
                {' → '}
              </span>
            )}
            {field.after !== undefined && (
              <>
                {field.before !== undefined && <span className="sr-only">, is </span>}
                <ins className="no-underline">{formatValue(field.after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { changedFields, shown } from './changes.ts'

/** What an action changed, field by field: as it was struck out, as it is after an arrow. */
export function ChangedFields({ before, after }: { before: unknown; after: unknown }) {
  const fields = changedFields(before, after)
  if (fields.length === 0) return <span className="text-muted">–</span>
  return (
    <dl className="grid w-full grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-left text-sm">
      {fields.map(({ name, was, is }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">
            {was !== undefined && (
              <>
                <span className="sr-only">was </span>
                <del className="text-muted">{shown(was)}</del>
              </>
            )}
            {was !== undefined && is !== undefined && (
              <span aria-hidden="true" className="text-muted">
                {' → '}
              </span>
            )}
            {is !== undefined && (
              <>
                {was !== undefined && <span className="sr-only">, is </span>}
                <ins className="no-underline">{shown(is)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

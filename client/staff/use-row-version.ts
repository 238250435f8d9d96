import { useState } from 'react'

/**
 * The optimistic lock of an edit form.
 * @param row the current row; undefined for a new one
 * @returns `version` of the row the form was filled from, which saving sends; `isOutdated` once the row was saved since,
 * also by this form; `adoptVersion` makes the current row the one that is edited
 */
export function useRowVersion(row: { version: number } | undefined) {
  const [version, setVersion] = useState(row?.version)
  return { version, isOutdated: row?.version !== version, adoptVersion: () => setVersion(row?.version) }
}

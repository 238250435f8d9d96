import { useEffect, useState } from 'react'
import type { StaffOrder } from '../../shared/order-calls.ts'

/** A row that came in this long ago is news no more. */
const newsFor = 8000
/** Clocks of two machines may differ by this much. */
const skew = 60_000

/** Payments that came in while one watches: their ids for a few seconds, and the one that came last. */
export function useNewcomers(rows: StaffOrder[] | null) {
  const [opened] = useState(() => Date.now())
  const [known, setKnown] = useState<{ ids: Set<string>; fresh: StaffOrder[] } | null>(null)

  if (rows && rows.some((row) => !known?.ids.has(row._id))) {
    const came = known ? rows.filter((row) => !known.ids.has(row._id) && (row.paidAt ?? 0) > opened - skew) : []
    const ids = new Set([...(known?.ids ?? []), ...rows.map((row) => row._id)])
    setKnown({ ids, fresh: [...(known?.fresh ?? []), ...came] })
  } else if (rows && !known) setKnown({ ids: new Set(), fresh: [] })

  const fresh = known?.fresh
  useEffect(() => {
    if (!fresh?.length) return
    const timer = setTimeout(() => setKnown((now) => now && { ...now, fresh: [] }), newsFor)
    return () => clearTimeout(timer)
  }, [fresh])

  return { isNew: (id: string) => !!fresh?.some((row) => row._id === id), latest: fresh?.at(-1) }
}

import { useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import type { Loading } from '../../use-load.ts'

interface PaletteNoticeProps {
  query: string
  count: number
  isSearching: boolean
  loading: Loading
}

/** What the palette says beneath its lines: how to search, that nothing was found, or that searching failed. */
export function PaletteNotice({ query, count, isSearching, loading }: PaletteNoticeProps) {
  const isOffline = useStore((state) => state.connection.status === 'offline')
  const isEmpty = query !== '' && count === 0 && !isSearching && loading.status === 'ready'
  return (
    <>
      <p role="status" className="sr-only">
        {query !== '' && !isSearching && loading.status === 'ready' && (count === 1 ? '1 result' : `${count} results`)}
      </p>
      {isEmpty && (
        <div className="palette-notice">
          <p className="font-medium">Nothing found for “{query}”</p>
          <p className="text-muted">
            Try an order number, a payment code, an amount, a transfer reference, a name or an email address.
          </p>
        </div>
      )}
      {loading.status === 'failed' && (
        <div role="alert" className="palette-notice">
          <p className="font-medium">{isOffline ? 'You’re offline' : 'The search failed'}</p>
          <p className="text-muted">
            {isOffline ? 'The search continues when the connection is back. Pages still open.' : loading.message}
          </p>
          {!isOffline && <Button onClick={loading.retry}>Try again</Button>}
        </div>
      )}
    </>
  )
}

import { Keyboard, SearchX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import type { List } from '../stream/lists.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import type { Column } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import type { Loading as LoadingState } from '../use-load.ts'
import { type KeyHelp, KeysDialog } from './keys-dialog.tsx'
import { ListTable } from './list-table.tsx'
import { SearchField } from './search-field.tsx'
import { StaffPage } from './staff-page.tsx'

export interface ListPageProps<Row> {
  title: string
  text?: string
  /** What is listed, in the plural and lower case: 'orders'. */
  what: string
  /** Left out where the store does not count them. */
  count?: number | undefined
  /** Left out where there is nothing to search by. */
  search?: { placeholder: string; value: string; onChange: (text: string) => void }
  /** Selects, beside the search. */
  filters?: ReactNode
  /** At the right of the heading. */
  side?: ReactNode
  loading: LoadingState
  list: List | undefined
  byId: Record<string, Row>
  columns: readonly Column<Row>[]
  href?: (row: Row) => string
  keys?: { act: Record<string, (row: Row) => void>; help: readonly KeyHelp[] }
  /** When there is nothing at all. */
  none: ReactNode
  isFiltered: boolean
  onReset: () => void
  onMore: () => Promise<unknown>
  children?: ReactNode
}

/** A page of the staff area that is one list: search, filters, a table walked by keys, and every state of it. */
export function ListPage<Row extends { _id: string }>(props: ListPageProps<Row>) {
  const { title, text, what, count, search, filters, side, loading, list, byId, columns, href, keys } = props
  const { none, isFiltered, onReset, onMore, children } = props
  const [help, setHelp] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const rows = (list?.ids ?? []).flatMap((id) => byId[id] ?? [])

  return (
    <StaffPage title={title} count={count} text={text} side={side}>
      <div className="flex flex-wrap items-end gap-3">
        {search && (
          <div className="w-72 max-xl:w-56 max-wide:w-full">
            <SearchField ref={field} label={`Search ${what}`} {...search} />
          </div>
        )}
        {filters}
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          className="ml-auto max-wide:hidden"
          onClick={() => setHelp(true)}
        />
      </div>
      <p role="status" className="sr-only">
        {list && `${count ?? rows.length} ${what}`}
      </p>
      <div className="mt-4">
        {!list && loading.status === 'failed' && (
          <ErrorState title={`Error loading ${what}`} text={loading.message} onRetry={loading.retry} />
        )}
        {!list && loading.status !== 'failed' && <RowsSkeleton what={what} />}
        {list && rows.length === 0 && (isFiltered ? <NoneFits what={what} onReset={onReset} /> : none)}
        {rows.length > 0 && (
          <ListTable
            caption={title}
            columns={columns}
            rows={rows}
            href={href}
            keys={keys?.act}
            onSearch={() => field.current?.focus()}
            onHelp={() => setHelp(true)}
          />
        )}
        {list && list.nextCursor !== null && <More what={what} shown={rows.length} total={count} onMore={onMore} />}
      </div>
      {children}
      <KeysDialog
        open={help}
        onClose={() => setHelp(false)}
        keys={[
          [['j', 'k'], 'Next, previous row'],
          ...(href ? [openIt] : []),
          ...(keys?.help ?? []),
          ...(search ? [searchIt] : []),
          [['?'], 'This help'],
        ]}
      />
    </StaffPage>
  )
}

const openIt: KeyHelp = [['Enter'], 'Open it']
const searchIt: KeyHelp = [['/'], 'Search']

type MoreProps = { what: string; shown: number; total: number | undefined; onMore: () => Promise<unknown> }

function More({ what, shown, total, onMore }: MoreProps) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function more() {
    setBusy(true)
    try {
      await onMore()
    } catch (error) {
      toast(tellFailure(error, `Error loading ${what}`), { type: 'error' })
    }
    setBusy(false)
  }

  return <ShowMore shown={shown} total={total} busy={busy} onMore={() => void more()} />
}

function NoneFits({ what, onReset }: { what: string; onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${what} fit this`}
      text="Nothing has all that is searched and filtered for."
      action={<Button onClick={onReset}>Show all</Button>}
    />
  )
}

function RowsSkeleton({ what }: { what: string }) {
  return (
    <Loading label={`Loading ${what}…`} className="grid gap-px">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <Skeleton key={row} className="h-11 w-full max-wide:h-48" />
      ))}
    </Loading>
  )
}

import { FileUp } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { LineState, StatementFile } from '../../shared/statements/staff-schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { formatMoment } from '../lib/format-date.ts'
import { useAct } from '../lib/use-act.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { DotWord } from '../staff/dot-word.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useRowSelection } from '../staff/use-row-selection.ts'
import { loadMoreStatements, loadStatements } from '../statements/staff/actions.ts'
import { formatDays } from '../statements/staff/format-day.ts'
import { lineGroups } from '../statements/staff/line-groups.ts'
import { statementsKey } from '../statements/staff/store.ts'
import { UploadArea, UploadButton } from '../statements/staff/upload-area.tsx'
import { useStatementUpload } from '../statements/staff/use-statement-upload.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Badge } from '../ui/badge.tsx'
import { StaffError } from '../staff/staff-error.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import '../statements/staff/statement-files.css'

/** The bank statements that were imported, newest first. */
export default function AdminStatementsPage() {
  const client = useClient()
  const statement = useStatementUpload()
  const { status, message, requestId, retry } = useLoad(statementsKey, (signal) =>
    loadStatements(client, undefined, signal),
  )
  const list = useStore((state) => state.staffStatements.files)
  const byId = useStore((state) => state.staffStatements.filesById)
  const more = useAct(() => loadMoreStatements(client), { failed: 'Error loading statements' })
  const files = list?.ids.flatMap((id) => byId[id] ?? [])
  const [, navigate] = useLocation()
  const { shown, selected, step, frameProps } = useRowSelection(files ?? noFiles)
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => selected && navigate(hrefOf(selected)),
  })
  return (
    <UploadArea statement={statement}>
      <StaffPage
        title="Statements"
        back={<BackLink href="/admin/payments">Payments</BackLink>}
        side={<UploadButton statement={statement} />}
        keys={[
          [['j', 'k'], 'Next or previous statement'],
          [['Enter'], 'Open'],
        ]}
      >
        {!files && status === 'failed' && (
          <StaffError title="Error loading statements" text={message} errorId={requestId} onRetry={retry} />
        )}
        {!files && status !== 'failed' && (
          <Loading label="Loading statements…" className="statement-files skeleton-page skeleton-group skeleton-rows">
            {Array.from({ length: 12 }, (_, row) => (
              <div key={row} className="statement-file">
                <SkeletonLine className="w-40" />
                <div className="statement-file-about">
                  <SkeletonLine className="w-80" />
                </div>
                <div className="statement-file-counts">
                  <SkeletonLine className="w-64" />
                </div>
                <Skeleton className="statement-file-state skeleton-badge w-20" />
              </div>
            ))}
          </Loading>
        )}
        {files?.length === 0 && (
          <EmptyState
            icon={FileUp}
            title="No statements yet"
            text="Import a bank statement as CSV, OFX, MT940 or CAMT.053, or the transaction history of Binance as CSV. You can also drop it here or on Payments."
          />
        )}
        <div {...frameProps}>
          {shown.length > 0 && (
            <ul className="statement-files">
              {shown.map((file) => (
                <FileRow key={file._id} file={file} />
              ))}
            </ul>
          )}
        </div>
        {list && list.nextCursor !== null && (
          <ShowMore shown={list.ids.length} total={list.totalCount} busy={more.busy} onMore={more.run} />
        )}
      </StaffPage>
    </UploadArea>
  )
}

/** The non-breaking space keeps the dot at the end of a line. */
const separator = '\u00a0· '
const noFiles: StatementFile[] = []
const hrefOf = ({ _id }: StatementFile) => `/admin/statements/${_id}`

function FileRow({ file }: { file: StatementFile }) {
  const counts = lineGroups.flatMap(({ state, title }) => {
    const count = file.counts[state] ?? 0
    return count === 0 ? [] : `${title} ${count}`.replaceAll(' ', '\u00a0')
  })
  const open = countOpen(file)
  return (
    <li data-key={file._id} className="statement-file">
      <Link href={hrefOf(file)} className="statement-file-link">
        {file.name}
      </Link>
      <p className="statement-file-about">
        {[
          file.firstDay && file.lastDay && formatDays(file.firstDay, file.lastDay),
          `imported by ${file.uploadedBy}`,
          formatMoment(file.at),
          file.undoneAt && 'taken back',
        ]
          .filter(Boolean)
          .join(separator)}
      </p>
      <p className="statement-file-counts">{counts.join(separator) || 'Nothing new'}</p>
      <p className="statement-file-state">
        {open > 0 ? <Badge tone="waiting">{`${open} to decide`}</Badge> : <DotWord tone="good">Done</DotWord>}
      </p>
    </li>
  )
}

/** How many lines of a statement something can still be done with. */
const countOpen = ({ counts }: StatementFile) =>
  lineGroups.reduce((sum, { state }) => sum + (isOpen(state) ? (counts[state] ?? 0) : 0), 0)
const isOpen = (state: LineState) => state !== 'applied' && state !== 'ignored' && state !== 'error'

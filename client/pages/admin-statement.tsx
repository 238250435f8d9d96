import { FileX } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { StaffPage } from '../staff/staff-page.tsx'
import { loadStatementLines, undoStatement } from '../statements/staff/actions.ts'
import { StatementView } from '../statements/staff/statement-view.tsx'
import { statementKey } from '../statements/staff/store.ts'
import { BackToList } from '../staff/origin.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import '../statements/staff/statement-lines.css'

const back = <BackToList list="/admin/statements">Statements</BackToList>

/** One bank statement: which orders its lines pay. */
export default function AdminStatementPage() {
  const { id } = useParams<{ id: string }>()
  const client = useClient()
  const { status, message, code, retry } = useLoad(statementKey(id), (signal) => loadStatementLines(client, id, signal))
  const file = useStore((state) => state.staffStatements.filesById[id])
  const ids = useStore((state) => state.staffStatements.lists[id]?.ids)
  const byId = useStore((state) => state.staffStatements.lines)
  const lines = ids?.flatMap((line) => byId[line] ?? [])
  const [isUndoing, setUndoing] = useState(false)
  const [notUndone, setNotUndone] = useState<string[]>([])
  const undo = useAct(
    async () => {
      const result = await undoStatement(client, id)
      setNotUndone(result.kept.map((one) => one.message))
      return `${result.undone} ${result.undone === 1 ? 'line' : 'lines'} taken back`
    },
    { failed: 'The statement could not be taken back', onDone: () => setUndoing(false) },
  )
  if (!lines && code === 'not_found') return <StatementNotFound />
  const applied = lines?.filter(({ state }) => state === 'applied').length ?? 0

  return (
    <StaffPage
      title={file?.name ?? 'Bank statement'}
      back={back}
      count={lines?.length}
      keys={[
        [['j', 'k'], 'Next or previous line'],
        [['Space'], 'Select the line'],
        [['v'], 'Verify the selected lines'],
      ]}
      side={
        applied > 0 && (
          <Button size="small" onClick={() => setUndoing(true)}>
            Take back
          </Button>
        )
      }
    >
      {!lines && status === 'failed' && (
        <ErrorState title="Error loading the statement" text={message} onRetry={retry} />
      )}
      {!lines && status !== 'failed' && (
        <Loading label="Loading the statement…">
          <div className="border-b pt-2 pb-2">
            <Skeleton className="h-10 w-40 max-wide:h-11" />
            <div className="mt-2.5 hidden h-4.5 min-[45rem]:block" />
          </div>
          <Skeleton className="mt-6 h-5 w-36" />
          <Skeleton className="mt-2.5 mb-3.5 h-3 w-72 max-w-full" />
          <div className="statement-lines skeleton-page skeleton-group skeleton-rows divide-y">
            {Array.from({ length: 14 }, (_, row) => (
              <div key={row} className="py-2.5 pr-4 pl-12 text-sm">
                <SkeletonLine className="w-48" />
                <SkeletonLine className="w-72 min-[86.5rem]:hidden" />
                <SkeletonLine className="w-44 sm:hidden" />
              </div>
            ))}
          </div>
        </Loading>
      )}
      {notUndone.length > 0 && (
        <ul role="status" className="mb-4 list-disc pl-5 text-sm text-muted">
          {[...new Set(notUndone)].map((text) => (
            <li key={text}>{`Not taken back: ${text}`}</li>
          ))}
        </ul>
      )}
      {lines?.length === 0 && (
        <EmptyState
          icon={FileX}
          title="Nothing new"
          text="Every line of this file has already been imported."
          action={<ButtonLink href="/admin/statements">All statements</ButtonLink>}
        />
      )}
      {lines && lines.length > 0 && <StatementView id={id} lines={lines} />}
      <ConfirmDialog
        open={isUndoing}
        danger
        title="Take this statement back?"
        text="Its orders await verification again, and its payments no longer count. Orders that have been delivered stay as they are and are listed."
        confirmLabel="Take back"
        busyLabel="Taking back…"
        busy={undo.busy}
        onConfirm={undo.run}
        onClose={() => setUndoing(false)}
      />
    </StaffPage>
  )
}

function StatementNotFound() {
  return (
    <StaffPage title="Statement not found" back={back}>
      <EmptyState
        icon={FileX}
        title="There is no statement at this address"
        action={<ButtonLink href="/admin/statements">All statements</ButtonLink>}
      />
    </StaffPage>
  )
}

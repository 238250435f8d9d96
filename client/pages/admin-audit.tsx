import { Download, ScrollText } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import { actionLabel, actorName, auditChanges, subjectLabels, subjectName } from '../../shared/audit/labels.ts'
import { commandLine } from '../../shared/audit/routes.ts'
import { auditSubjects } from '../../shared/audit/schema.ts'
import { formatDateTime } from '../lib/format-date.ts'
import { saveFile } from '../lib/save-file.ts'
import { useAct } from '../lib/use-act.ts'
import { subjectLink } from '../staff/audit-links.ts'
import { auditKey } from '../staff/audit-store.ts'
import { ChangedFields } from '../staff/changed-fields.tsx'
import { exportAudit, loadAudit, loadMoreAudit } from '../staff/actions.ts'
import { DayRange, timesOf } from '../staff/day-range.tsx'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ListPage } from '../staff/list-page.tsx'
import type { AuditFilter, AuditRow } from '../staff/state.ts'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminAuditPage() {
  const client = useClient()
  const query = useQueryFilters(['subject', 'subjectId', 'actor', 'action', 'q', 'from', 'to'])
  const { subjectId, actor, action, q, from, to } = query.filter
  const filter: AuditFilter = {
    subject: oneOf(auditSubjects, query.filter.subject),
    subjectId,
    actor,
    action,
    q,
    ...timesOf(from, to),
  }
  const key = auditKey(filter)
  const loading = useLoad(key, (signal) => loadAudit(client, filter, signal))
  const list = useStore((state) => state.staff.audit.lists[key])
  const byId = useStore((state) => state.staff.audit.byId)
  const actors = useStore((state) => state.staff.audit.actors)
  const isSearching = useSearchOn(filter)

  return (
    <ListPage
      title="Audit log"
      text="All staff activity. Entries can’t be changed: each one contains the hash of the previous one."
      noun="entries"
      search={{ placeholder: 'Name, number or value', value: q ?? '', onChange: (text) => query.change({ q: text }) }}
      filters={
        <>
          <FilterSelect
            label="Subject"
            value={filter.subject}
            options={auditSubjects.map((subject) => [subject, subjectLabels[subject]])}
            onChange={(subject) => query.change({ subject, subjectId: '', action: '' })}
          />
          <FilterSelect
            label="Staff member"
            value={actor}
            options={[
              ...actors.map(({ _id, firstName, lastName }) => [_id, `${firstName} ${lastName}`] as const),
              [commandLine, 'Command line'],
            ]}
            onChange={(id) => query.change({ actor: id })}
          />
          <DayRange from={from} to={to} onChange={query.change} />
          {(subjectId || action) && (
            <Button onClick={() => query.change({ subjectId: '', action: '' })}>
              {subjectId ? 'Show all subjects' : 'Show all actions'}
            </Button>
          )}
        </>
      }
      side={<ExportButton filter={filter} isEmpty={list?.ids.length === 0} />}
      loading={loading}
      list={list}
      byId={byId}
      columns={auditColumns((newAction) => query.change({ action: newAction }))}
      href={(row) => subjectLink(row) ?? `/admin/audit?subject=${row.subject}&subjectId=${row.subjectId}`}
      empty={<EmptyState icon={ScrollText} title="No activity yet" text="Staff actions appear here automatically." />}
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={() => loadMoreAudit(client, filter)}
      isSearching={isSearching}
    />
  )
}

/** A search reads a part of the log at a time: goes on until something is found. @returns whether it still goes on */
function useSearchOn(filter: AuditFilter): boolean {
  const client = useClient()
  const list = useStore((state) => state.staff.audit.lists[auditKey(filter)])
  const cursor = list?.ids.length === 0 ? list.nextCursor : null
  const [failedCursor, setFailedCursor] = useState<string | null>(null)
  const goOn = useEffectEvent(() => loadMoreAudit(client, filter))
  useEffect(() => {
    // After a failure, "Show more" tries again.
    if (cursor !== null) goOn().catch(() => setFailedCursor(cursor))
  }, [cursor])
  return cursor !== null && cursor !== failedCursor
}

/** Downloads the newest of the filtered entries as a CSV file. */
function ExportButton({ filter, isEmpty }: { filter: AuditFilter; isEmpty: boolean }) {
  const client = useClient()
  const { busy, run } = useAct(
    async () => {
      const file = await exportAudit(client, filter)
      saveFile(file.name, file.text, 'text/csv')
    },
    { failed: 'Error exporting entries' },
  )

  return (
    <Button
      icon={Download}
      busy={busy}
      busyLabel="Exporting…"
      disabled={isEmpty}
      title="The newest 10,000 entries of this selection"
      onClick={() => run()}
    >
      Export CSV
    </Button>
  )
}

const auditColumns = (onAction: (action: string) => void): Column<AuditRow>[] => [
  {
    id: 'seq',
    head: 'No.',
    className: 'align-top text-muted wide:w-14',
    cell: (row) => <span title={`Hash ${row.hash}`}>{row.seq}</span>,
  },
  { id: 'at', head: 'Time', className: 'align-top whitespace-nowrap', cell: (row) => formatDateTime(row.at) },
  { id: 'who', head: 'Staff member', text: true, className: 'align-top font-medium', cell: actorName },
  {
    id: 'what',
    head: 'Action',
    className: 'align-top',
    cell: (row) => (
      <button
        type="button"
        title="Show only this action"
        className="text-left underline-offset-4 hover:underline max-wide:text-right"
        onClick={() => onAction(row.action)}
      >
        {actionLabel(row.action)}
      </button>
    ),
  },
  { id: 'subject', head: 'Subject', text: true, className: 'align-top', cell: (row) => <Subject row={row} /> },
  {
    id: 'change',
    head: 'Changes',
    bare: true,
    className: 'table-text align-top wide:w-2/5 wide:max-w-none',
    cell: (row) => <ChangedFields changes={auditChanges(row)} />,
  },
]

function Subject({ row }: { row: AuditRow }) {
  const href = subjectLink(row)
  const name = subjectName(row)
  return href ? (
    <Link href={href} title={row.subjectId} className="underline-offset-4 hover:underline">
      {name}
    </Link>
  ) : (
    <span title={row.subjectId}>{name}</span>
  )
}

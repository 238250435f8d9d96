import { ScrollText } from 'lucide-react'
import { Link } from 'wouter'
import { auditSubjects } from '../../shared/audit/schema.ts'
import { formatDateTime } from '../lib/format-date.ts'
import { actionLabel, subjectLink, subjectLabels } from '../staff/audit-labels.ts'
import { auditKey } from '../staff/audit-store.ts'
import { ChangedFields } from '../staff/changed-fields.tsx'
import { loadAudit, loadMoreAudit } from '../staff/actions.ts'
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
  const query = useQueryFilters(['subject', 'subjectId', 'actor', 'action'])
  const { subjectId, actor, action } = query.filter
  const filter: AuditFilter = { subject: oneOf(auditSubjects, query.filter.subject), subjectId, actor, action }
  const key = auditKey(filter)
  const loading = useLoad(key, (signal) => loadAudit(client, filter, signal))
  const list = useStore((state) => state.staff.audit.lists[key])
  const byId = useStore((state) => state.staff.audit.byId)
  const actors = useStore((state) => state.staff.audit.actors)

  return (
    <ListPage
      title="Audit log"
      text="All staff activity. Entries can’t be changed: each one contains the hash of the previous one."
      noun="entries"
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
            options={actors.map(({ _id, firstName, lastName }) => [_id, `${firstName} ${lastName}`])}
            onChange={(id) => query.change({ actor: id })}
          />
          {(subjectId || action) && (
            <Button onClick={() => query.change({ subjectId: '', action: '' })}>
              {subjectId ? 'Show all subjects' : 'Show all actions'}
            </Button>
          )}
        </>
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={auditColumns((newAction) => query.change({ action: newAction }))}
      href={(row) => subjectLink(row) ?? `/admin/audit?subject=${row.subject}&subjectId=${row.subjectId}`}
      empty={<EmptyState icon={ScrollText} title="No activity yet" text="Staff actions appear here automatically." />}
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={() => loadMoreAudit(client, filter)}
    />
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
  {
    id: 'who',
    head: 'Staff member',
    className: 'align-top whitespace-nowrap font-medium',
    cell: (row) => `${row.actor.firstName} ${row.actor.lastName}`,
  },
  {
    id: 'what',
    head: 'Action',
    className: 'align-top whitespace-nowrap',
    cell: (row) => (
      <button
        type="button"
        title="Show only this action"
        className="underline-offset-4 hover:underline"
        onClick={() => onAction(row.action)}
      >
        {actionLabel(row.action)}
      </button>
    ),
  },
  {
    id: 'subject',
    head: 'Subject',
    className: 'align-top whitespace-nowrap',
    cell: (row) => <Subject row={row} />,
  },
  {
    id: 'change',
    head: 'Changes',
    bare: true,
    className: 'align-top wide:w-2/5',
    cell: (row) => <ChangedFields before={row.before} after={row.after} />,
  },
]

function Subject({ row }: { row: AuditRow }) {
  const href = subjectLink(row)
  const name = `${subjectLabels[row.subject]} #${row.subjectId.slice(-6).toUpperCase()}`
  return href ? (
    <Link href={href} className="underline-offset-4 hover:underline">
      {name}
    </Link>
  ) : (
    name
  )
}

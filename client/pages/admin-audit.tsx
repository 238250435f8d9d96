import { ChevronRight, Download, ScrollText } from 'lucide-react'
import { Link } from 'wouter'
import { actionLabel, actorName, subjectLabels, subjectName } from '../../shared/audit/labels.ts'
import { commandLine, storeActor } from '../../shared/audit/routes.ts'
import { auditSubjects } from '../../shared/audit/schema.ts'
import { summarizeChanges } from '../../shared/audit/summary.ts'
import { sortDirections } from '../../shared/contract.ts'
import { formatDateTime, formatMoment } from '../lib/format-date.ts'
import { saveFile } from '../lib/save-file.ts'
import { useAct } from '../lib/use-act.ts'
import { subjectLink } from '../staff/audit-links.ts'
import { auditKey } from '../staff/audit-store.ts'
import { ChangedFields } from '../staff/changed-fields.tsx'
import { exportAudit, loadAudit, loadMoreAudit } from '../staff/actions.ts'
import { DayRange, timesOf } from '../staff/day-range.tsx'
import { cutLine } from '../staff/cut-line.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { countFilters } from '../staff/list-filters.tsx'
import { ListPage } from '../staff/list-page.tsx'
import type { AuditFilter, AuditRow } from '../staff/state.ts'
import { useLoadUntilFound } from '../staff/use-load-until-found.ts'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminAuditPage() {
  const client = useClient()
  const query = useQueryFilters(['subject', 'subjectId', 'actor', 'action', 'q', 'from', 'to', 'direction'])
  const { subjectId, actor, action, q, from, to } = query.filter
  const filter: AuditFilter = {
    subject: oneOf(auditSubjects, query.filter.subject),
    subjectId,
    actor,
    action,
    q,
    ...timesOf(from, to),
    direction: oneOf(sortDirections, query.filter.direction),
  }
  const key = auditKey(filter)
  const loading = useLoad(key, (signal) => loadAudit(client, filter, signal))
  const list = useStore((state) => state.staff.audit.lists[key])
  const byId = useStore((state) => state.staff.audit.byId)
  const actors = useStore((state) => state.staff.audit.actors)
  const isSearching = useLoadUntilFound(list, () => loadMoreAudit(client, filter))

  return (
    <ListPage
      title="Staff activity"
      text="Everything staff have done. Nobody can change or remove an entry without it showing."
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
              [storeActor, 'The store'],
              [commandLine, 'Command line'],
            ]}
            onChange={(id) => query.change({ actor: id })}
          />
          <DayRange from={from} to={to} onChange={query.change} />
        </>
      }
      tools={
        (subjectId || action) && (
          <Button onClick={() => query.change({ subjectId: '', action: '' })}>
            {subjectId ? 'Show all subjects' : 'Show all actions'}
          </Button>
        )
      }
      filterCount={countFilters(query.filter)}
      side={
        (query.isSet || list?.ids.length !== 0) && <ExportButton filter={filter} isEmpty={list?.ids.length === 0} />
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={auditColumns((newAction) => query.change({ action: newAction }))}
      sort={{
        by: 'at',
        direction: filter.direction ?? 'desc',
        onChange: (_, direction) => query.change({ direction }),
      }}
      href={(row) => subjectLink(row) ?? `/admin/audit?subject=${row.subject}&subjectId=${row.subjectId}`}
      empty={<EmptyState icon={ScrollText} title="No activity yet" text="Staff actions appear here automatically." />}
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={() => loadMoreAudit(client, filter)}
      isSearching={isSearching}
    />
  )
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
    headClass: 'w-16',
    from: 'md',
    skeleton: 'w-6',
    className: 'table-top text-muted',
    cell: (row) => <span title={`Hash ${row.hash}`}>{row.seq}</span>,
  },
  {
    id: 'at',
    head: 'Time',
    headClass: 'w-36',
    sort: 'desc',
    line: 'end',
    skeleton: 'w-20',
    className: 'table-top whitespace-nowrap text-muted',
    cell: (row) => <span title={formatDateTime(row.at)}>{formatMoment(row.at)}</span>,
  },
  {
    id: 'who',
    head: 'Staff member',
    headClass: 'w-43',
    text: true,
    line: 'sub',
    className: 'table-name table-top',
    cell: actorName,
  },
  {
    id: 'what',
    head: 'Action',
    headClass: 'w-46',
    text: true,
    line: 'main',
    className: 'table-name table-top',
    cell: (row) => (
      <button
        type="button"
        title="Show only this action"
        className="text-left font-medium underline-offset-4 hover:underline"
        onClick={() => onAction(row.action)}
      >
        {actionLabel(row.action)}
      </button>
    ),
  },
  {
    id: 'subject',
    head: 'Subject',
    headClass: 'w-44',
    text: true,
    line: 'more',
    className: 'table-top',
    cell: (row) => <Subject row={row} />,
  },
  {
    id: 'change',
    head: 'Changes',
    line: 'below',
    skeleton: ['w-56', 'w-20 text-xs'],
    className: 'table-changes table-top',
    cell: (row) => <Details row={row} />,
  },
]

/** What changed in a few fields, and on demand all of them and the entry as it is stored. */
function Details({ row }: { row: AuditRow }) {
  const raw = { before: row.before, after: row.after }
  const { shown, hidden, isShortened, all } = summarizeChanges(row)
  const hasMore = hidden > 0 || isShortened
  return (
    <div className="grid gap-1">
      <div className="cell-detail">
        <ChangedFields changes={shown} />
      </div>
      {shown.length + hidden > 0 && (
        <details className="line-disclosure group text-xs text-muted">
          <summary className="relative inline-flex @min-[16rem]/table:@max-[37.5rem]/table:absolute @min-[16rem]/table:@max-[37.5rem]/table:right-0 @min-[16rem]/table:@max-[37.5rem]/table:bottom-full min-h-5 cursor-pointer items-center gap-1 underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3 hover:underline">
            <ChevronRight size={14} className="transition-transform group-open:rotate-90" />
            <span className="cell-detail">
              {hidden > 0
                ? `${hidden} more ${hidden === 1 ? 'field' : 'fields'}`
                : isShortened
                  ? 'Full values'
                  : 'Raw data'}
            </span>
            <span className="line-only">Changes</span>
          </summary>
          <div className={classNames('mt-1 border-t pt-2 text-ink', !hasMore && 'hidden @max-[37.5rem]/table:block')}>
            <ChangedFields changes={all} />
            <p className="mt-3 font-medium text-muted">Raw data</p>
          </div>
          <pre className="mt-1 whitespace-pre-wrap">{JSON.stringify(raw, null, 1)}</pre>
        </details>
      )}
    </div>
  )
}

function Subject({ row }: { row: AuditRow }) {
  const href = subjectLink(row)
  const name = subjectName(row)
  const title = `${name} (${row.subjectId})`
  return href ? (
    <Link href={href} title={title} className={classNames(cutLine, 'underline-offset-4 hover:underline')}>
      {name}
    </Link>
  ) : (
    <span title={title} className={cutLine}>
      {name}
    </span>
  )
}

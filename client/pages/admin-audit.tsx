import { ScrollText } from 'lucide-react'
import { Link } from 'wouter'
import { auditSubjects } from '../../shared/staff.ts'
import { dayAndTimeOf } from '../orders/when.ts'
import { actionLabel, pageOf, subjectLabels } from '../staff/audit-words.ts'
import { type AuditFilter, auditKey } from '../staff/audit-store.ts'
import { ChangedFields } from '../staff/changed-fields.tsx'
import { loadAudit, loadMoreAudit } from '../staff/desk-actions.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ListPage } from '../staff/list-page.tsx'
import type { AuditRow } from '../staff/state.ts'
import { among, useAddress } from '../staff/use-address.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminAuditPage() {
  const client = useClient()
  const address = useAddress(['subject', 'subjectId', 'actor', 'action'])
  const { subjectId, actor, action } = address.filter
  const filter: AuditFilter = { subject: among(auditSubjects, address.filter.subject), subjectId, actor, action }
  const key = auditKey(filter)
  const loading = useLoad(key, (signal) => loadAudit(client, filter, signal))
  const list = useStore((state) => state.staff.audit.lists[key])
  const byId = useStore((state) => state.staff.audit.byId)
  const actors = useStore((state) => state.staff.audit.actors)

  return (
    <ListPage
      title="Audit log"
      text="What staff did. It only grows, and each entry carries the hash of the one before."
      what="entries"
      filters={
        <>
          <FilterSelect
            label="What it is about"
            value={filter.subject}
            options={auditSubjects.map((subject) => [subject, subjectLabels[subject]])}
            onChange={(subject) => address.change({ subject, subjectId: '', action: '' })}
          />
          <FilterSelect
            label="Who"
            value={actor}
            options={actors.map((one) => [one._id, `${one.firstName} ${one.lastName}`])}
            onChange={(who) => address.change({ actor: who })}
          />
          {(subjectId || action) && (
            <Button onClick={() => address.change({ subjectId: '', action: '' })}>
              {subjectId ? 'Not only this one' : `Not only “${actionLabel(action ?? '')}”`}
            </Button>
          )}
        </>
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={columnsWith((some) => address.change({ action: some }))}
      href={(row) => pageOf(row) ?? `/admin/audit?subject=${row.subject}&subjectId=${row.subjectId}`}
      none={<EmptyState icon={ScrollText} title="Nothing was done yet" text="What staff do appears here by itself." />}
      isFiltered={address.isSet}
      onReset={address.reset}
      onMore={() => loadMoreAudit(client, filter)}
    />
  )
}

const columnsWith = (onAction: (action: string) => void): Column<AuditRow>[] => [
  {
    id: 'seq',
    head: 'No.',
    className: 'align-top text-muted wide:w-14',
    cell: (row) => <span title={`Hash ${row.hash}`}>{row.seq}</span>,
  },
  { id: 'at', head: 'When', className: 'align-top whitespace-nowrap', cell: (row) => dayAndTimeOf(row.at) },
  {
    id: 'who',
    head: 'Who',
    className: 'align-top whitespace-nowrap font-medium',
    cell: (row) => `${row.actor.firstName} ${row.actor.lastName}`,
  },
  {
    id: 'what',
    head: 'What',
    className: 'align-top whitespace-nowrap',
    cell: (row) => (
      <button
        type="button"
        title="Only these"
        className="underline-offset-4 hover:underline"
        onClick={() => onAction(row.action)}
      >
        {actionLabel(row.action)}
      </button>
    ),
  },
  {
    id: 'subject',
    head: 'On',
    className: 'align-top whitespace-nowrap',
    cell: (row) => <Subject row={row} />,
  },
  {
    id: 'change',
    head: 'Before and after',
    bare: true,
    className: 'align-top wide:w-2/5',
    cell: (row) => <ChangedFields before={row.before} after={row.after} />,
  },
]

function Subject({ row }: { row: AuditRow }) {
  const page = pageOf(row)
  const name = `${subjectLabels[row.subject]} #${row.subjectId.slice(-6).toUpperCase()}`
  return page ? (
    <Link href={page} className="underline-offset-4 hover:underline">
      {name}
    </Link>
  ) : (
    name
  )
}

import type { SystemProcess } from '../../shared/staff/system-schema.ts'
import { formatAge } from '../lib/format-date.ts'
import { type Column, Table } from '../ui/table.tsx'
import { DotWord } from './dot-word.tsx'
import './staff-table.css'
import './two-line-rows.css'

type Job = SystemProcess['jobs'][number] & { processId: string }

type SystemJobsProps = { processes: readonly SystemProcess[]; now: number; isLoading?: boolean }

/** The scheduled jobs of all processes, those that took longest first. */
export function SystemJobs({ processes, now, isLoading }: SystemJobsProps) {
  const jobs = processes
    .flatMap((process) => process.jobs.map((job): Job => ({ ...job, processId: process.id })))
    .toSorted((a, b) => b.slowestMs - a.slowestMs)
  return (
    <section>
      <h2 className="mb-2 text-lg">Scheduled jobs</h2>
      {jobs.length === 0 && !isLoading ? (
        <p className="text-muted">No job has run yet.</p>
      ) : (
        <Table
          caption="Scheduled jobs, the slowest first"
          columns={columnsAt(now)}
          rows={jobs}
          rowKey={({ name, processId }) => `${processId} ${name}`}
          isLoading={isLoading}
        />
      )}
    </section>
  )
}

const columnsAt = (now: number): Column<Job>[] => [
  { id: 'name', head: 'Job', line: 'main', cell: ({ name }) => nameOf(name) },
  {
    id: 'process',
    head: 'Process',
    headClass: 'w-32',
    line: 'action',
    cell: ({ processId }) => <code className="leading-none">{processId}</code>,
  },
  {
    id: 'at',
    head: 'Last run',
    headClass: 'w-30',
    line: 'sub',
    className: 'whitespace-nowrap',
    cell: ({ lastAt }) => (lastAt === undefined ? '–' : formatRun(lastAt, now)),
  },
  {
    id: 'state',
    head: 'Result',
    headClass: 'w-26',
    line: 'end',
    cell: ({ failed }) => <DotWord tone={failed ? 'bad' : 'good'}>{failed ? 'Failed' : 'Done'}</DotWord>,
  },
  {
    id: 'last',
    head: 'Took',
    headClass: 'w-22',
    align: 'end',
    line: 'more',
    cell: ({ lastMs, slowestMs }) => (
      <>
        <span className="line-only">took </span>
        {formatMs(lastMs)}
        <span className="line-only">, at most {formatMs(slowestMs)}</span>
      </>
    ),
  },
  { id: 'slowest', head: 'Slowest', headClass: 'w-22', align: 'end', cell: ({ slowestMs }) => formatMs(slowestMs) },
]

const labels: Record<string, string> = {
  'remind-of-expiry': 'Send expiry reminders',
  'bring-back-conversations': 'Bring conversations back',
  'send-outbox': 'Send emails',
  prune: 'Delete old data',
}

/** 'release-expired-claims' → 'Release expired claims' */
const nameOf = (name: string) => labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
const formatRun = (ms: number, now: number) => (now - ms < 60_000 ? 'Just now' : `${formatAge(ms, now)} ago`)
const formatMs = (ms: number) => (ms < 10_000 ? `${ms.toLocaleString('en')} ms` : `${Math.round(ms / 1000)} s`)

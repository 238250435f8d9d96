import { processSilenceMs } from '../../shared/staff/system-alarms.ts'
import type { SystemProcess } from '../../shared/staff/system-schema.ts'
import { formatAge } from '../lib/format-date.ts'
import { type Column, Table } from '../ui/table.tsx'
import { DotWord } from './dot-word.tsx'
import './staff-table.css'
import './two-line-rows.css'

type SystemProcessesProps = { processes: readonly SystemProcess[]; now: number; isLoading?: boolean }

/** The processes that serve the store; usually one. */
export function SystemProcesses({ processes, now, isLoading }: SystemProcessesProps) {
  // Not `now`: this browser may be offline, or its clock wrong.
  const lastReport = Math.max(...processes.map(({ seenAt }) => seenAt))
  return (
    <section>
      <h2 className="mb-2 text-lg">Processes</h2>
      <Table
        caption="Processes"
        columns={columnsAt(now, lastReport)}
        rows={processes}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        loadingRows={1}
      />
    </section>
  )
}

const redisWords = { none: 'Not used', healthy: 'Connected', unhealthy: 'Unreachable' } as const

const formatBusy = ({ busy }: Pick<SystemProcess, 'busy'>) => `${Math.round(busy * 100)}%`
const formatMemory = ({ memoryBytes }: Pick<SystemProcess, 'memoryBytes'>) =>
  `${Math.round(memoryBytes / 1_000_000)} MB`

const columnsAt = (now: number, lastReport: number): Column<SystemProcess>[] => [
  { id: 'id', head: 'Process', line: 'main', cell: ({ id }) => <code className="leading-none">{id}</code> },
  {
    id: 'state',
    head: 'State',
    headClass: 'w-36',
    line: 'end',
    cell: ({ seenAt }) =>
      lastReport - seenAt > processSilenceMs ? (
        <DotWord tone="bad">Not answering</DotWord>
      ) : (
        <DotWord tone="good">Running</DotWord>
      ),
  },
  {
    id: 'version',
    head: 'Version',
    headClass: 'w-52',
    line: 'sub',
    cell: ({ version, node, ...process }) => (
      <>
        {version}
        <span className="cell-detail">{` on Node ${node.replace(/^v/, '')}`}</span>
        <span className="line-only">{` · ${formatBusy(process)} busy · ${formatMemory(process)}`}</span>
      </>
    ),
  },
  {
    id: 'started',
    head: 'Running for',
    headClass: 'w-32',
    line: 'action',
    cell: ({ startedAt }) => (now - startedAt < 60_000 ? 'Under 1 min' : formatAge(startedAt, now)),
  },
  {
    id: 'sockets',
    head: 'Connections',
    headClass: 'w-28',
    align: 'end',
    cell: ({ sockets }) => sockets.toLocaleString('en'),
  },
  {
    id: 'busy',
    head: 'Busy',
    headClass: 'w-20',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: formatBusy,
  },
  {
    id: 'memory',
    head: 'Memory',
    headClass: 'w-26',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: formatMemory,
  },
  {
    id: 'redis',
    head: 'Redis',
    headClass: 'w-30',
    className: 'whitespace-nowrap',
    cell: ({ redis }) =>
      redis === 'unhealthy' ? <DotWord tone="bad">{redisWords[redis]}</DotWord> : redisWords[redis],
  },
]

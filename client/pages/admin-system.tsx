import type { System } from '../../shared/staff/system-schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { formatAge, formatDateTime } from '../lib/format-date.ts'
import { useNow } from '../lib/use-now.ts'
import { loadSystem } from '../staff/actions.ts'
import { TilesSkeleton } from '../staff/page-skeletons.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { SystemChains } from '../staff/system-chains.tsx'
import { SystemJobs } from '../staff/system-jobs.tsx'
import { SystemProcesses } from '../staff/system-processes.tsx'
import { Tile, Tiles } from '../staff/tiles.tsx'
import { StaffError } from '../staff/staff-error.tsx'
import { Note } from '../ui/note.tsx'
import { Link } from 'wouter'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

/** How the store itself is doing, live. */
export default function AdminSystemPage() {
  const client = useClient()
  const system = useStore((state) => state.staff.system)
  const { status, message, requestId, retry } = useLoad('staff/system', (signal) => loadSystem(client, signal))

  return (
    <StaffPage title="System" text="How the store is running. Updates every few seconds.">
      {system && <Figures system={system} />}
      {!system && status === 'failed' && (
        <StaffError title="Error loading the system status" text={message} errorId={requestId} onRetry={retry} />
      )}
      {!system && status !== 'failed' && (
        <Loading label="Loading the system status…" className="grid gap-6">
          <Skeleton className="h-12 w-full" />
          <TilesSkeleton tiles={{ Processes: 1, 'Open connections': 2, 'Emails waiting': 1, 'Last backup': 2 }} />
          <SystemProcesses processes={[]} now={0} isLoading />
          <SystemJobs processes={[]} now={0} isLoading />
        </Loading>
      )}
    </StaffPage>
  )
}

function Figures({ system }: { system: System }) {
  const now = useNow(1000)
  const demo = useStore((state) => state.config?.demo ?? false)
  const { processes, emails, backup, database, chain } = system
  const sockets = processes.reduce((sum, process) => sum + process.sockets, 0)
  return (
    <div className="grid gap-6">
      <Alarms alarms={system.alarms} />
      <Tiles>
        <Tile label="Processes" value={processes.length} note={database === 'sqlite' ? 'on SQLite' : 'on Postgres'} />
        <Tile label="Open connections" value={sockets.toLocaleString('en')} note="from browsers, for live updates" />
        <Tile
          label="Emails waiting"
          value={emails.waiting.toLocaleString('en')}
          note={emails.failed > 0 ? `${emails.failed} not delivered in 24 hours` : 'All others were sent'}
          tone={emails.failed > 0 ? 'bad' : undefined}
        />
        <Tile
          label="Last backup"
          value={backup ? formatTimeAgo(backup.at, now) : 'None'}
          note={backup ? formatDateTime(backup.at) : demo ? 'A demo store needs none' : 'No backup has been recorded'}
        />
      </Tiles>
      {chain && <SystemChains chain={chain} now={now} />}
      <SystemProcesses processes={processes} now={now} />
      <SystemJobs processes={processes} now={now} />
    </div>
  )
}

const formatTimeAgo = (ms: number, now: number) => (now - ms < 60_000 ? 'Just now' : `${formatAge(ms, now)} ago`)

function Alarms({ alarms }: Pick<System, 'alarms'>) {
  const isOffline = useStore((state) => state.connection.status === 'offline')
  return (
    <div role="status" className="grid gap-2">
      {alarms.length === 0 && isOffline && <Note>Everything was working when the connection was lost.</Note>}
      {alarms.length === 0 && !isOffline && <Note tone="good">Everything is working.</Note>}
      {alarms.map(({ kind, text, href }) => (
        <Note key={`${kind} ${text}`} tone="bad">
          {text}{' '}
          {href && (
            <Link href={href} className="link">
              Open the order
            </Link>
          )}
        </Note>
      ))}
    </div>
  )
}

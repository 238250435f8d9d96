import type { ChainCheck, EndpointError, EndpointHealth } from '../../shared/payments/chain-schema.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import type { Network } from '../../shared/payments/schema.ts'
import { formatAge, formatDateTime } from '../lib/format-date.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DotWord } from './dot-word.tsx'
import { usePause } from './use-pause.ts'

/** How payments are looked for on chains: the sources of each network, and whether the store verifies by itself. */
export function SystemChains({ chain, now }: { chain: ChainCheck; now: number }) {
  const sources = chain.networks.flatMap(({ network, endpoints }) => {
    const head = Math.max(...endpoints.map((endpoint) => endpoint.head ?? 0))
    return endpoints.map((endpoint, index): Source => {
      const behind = endpoint.head === null ? null : head - endpoint.head
      return { ...endpoint, network, name: `${index + 1} of ${endpoints.length}`, behind }
    })
  })
  return (
    <section>
      <h2 className="mb-2 text-lg">On-chain payments</h2>
      <AutomaticVerification chain={chain} />
      <Table
        caption="Sources of each network"
        columns={columnsAt(now)}
        rows={sources}
        rowKey={({ network, name }) => `${network} ${name}`}
      />
      <p className="mt-2 text-sm text-muted">
        Sources are queried only while an order waits for a payment on their network.
      </p>
    </section>
  )
}

function AutomaticVerification({ chain: { policy, paused } }: { chain: ChainCheck }) {
  const { busy, run } = usePause()
  if (policy === 'suggest') return <p className="mb-3 text-muted">Staff verify the payments that are found.</p>
  return (
    <div className="mb-3 grid items-center gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      {paused ? (
        <Note tone="waiting" title="Automatic verification is paused">
          By {paused.name}, {formatDateTime(paused.since)}. Payments that are found wait for staff.
        </Note>
      ) : (
        <p className="text-muted">The store verifies payments by itself once they are certain.</p>
      )}
      <Button busy={busy} onClick={() => run(paused === null)}>
        {paused ? 'Resume automatic verification' : 'Pause automatic verification'}
      </Button>
    </div>
  )
}

type Source = EndpointHealth & { network: Network; name: string; behind: number | null }

const columnsAt = (now: number): Column<Source>[] => [
  { id: 'network', head: 'Network', cell: ({ network }) => chainNames[network] },
  { id: 'source', head: 'Source', cell: ({ name }) => name },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => <DotWord tone={tones[state]}>{states[state]}</DotWord>,
  },
  { id: 'error', head: 'Last error', cell: ({ lastError }) => (lastError ? errors[lastError] : '–') },
  { id: 'head', head: 'Last block', align: 'end', cell: ({ head }) => head?.toLocaleString('en') ?? '–' },
  { id: 'behind', head: 'Behind', align: 'end', cell: ({ behind }) => (behind === null ? '–' : blocks(behind)) },
  {
    id: 'answered',
    head: 'Last answer',
    align: 'end',
    cell: ({ answeredAt }) => (answeredAt === null ? '–' : formatAnswered(answeredAt, now)),
  },
]

const blocks = (count: number) =>
  count === 0 ? 'Up to date' : count === 1 ? '1 block' : `${count.toLocaleString('en')} blocks`
const formatAnswered = (ms: number, now: number) => (now - ms < 60_000 ? 'Just now' : `${formatAge(ms, now)} ago`)

const tones = { new: 'slate', working: 'good', failing: 'bad', 'wrong-chain': 'bad' } as const
const states = {
  new: 'Not queried yet',
  working: 'Answering',
  failing: 'Not answering',
  'wrong-chain': 'Wrong chain',
} as const
const errors: Record<EndpointError, string> = {
  timeout: 'Timed out',
  down: 'Unreachable',
  limited: 'Too many requests',
  refused: 'Refused',
  garbled: 'Invalid answer',
  'wrong-chain': 'Wrong chain',
  suspended: 'Paused after failures',
}

import { once } from 'node:events'
import { startTestCluster, type TestCluster } from './cluster.ts'
import { type ClusterLoad, openLoad } from './cluster-load.ts'
import { wait } from './server-process.ts'

export type Figures = Awaited<ReturnType<ClusterLoad['run']>>
type Fault = {
  run(cluster: TestCluster, scale: number): Promise<void>
  /** The longest that an event may take from its first request, in milliseconds. */
  maxLatestMs: number
  maxP99Ms?: number
  /** Whether a request may be refused, which is then repeated with its key. */
  mayRefuse?: true
}

const secondMs = 1000

/** `scale` shortens the long ones. */
export const faults: Record<string, Fault> = {
  none: { run: async () => void (await wait(10 * secondMs)), maxLatestMs: 1000, maxP99Ms: 150 },
  'kill -9 of a process': {
    async run({ processes }) {
      await wait(2 * secondMs)
      const child = processes[0]!.child()
      child.kill('SIGKILL')
      await once(child, 'exit')
      await wait(4 * secondMs)
      await processes[0]!.start()
      await wait(secondMs)
    },
    maxLatestMs: 5000,
    mayRefuse: true,
  },
  'Redis killed for 1 s': {
    async run({ redis }) {
      await wait(2 * secondMs)
      await redis.kill()
      await wait(secondMs)
      await redis.start()
      await wait(3 * secondMs)
    },
    maxLatestMs: 5000,
  },
  'Redis dead for 30 s': {
    async run({ redis }, scale) {
      await wait(2 * secondMs)
      await redis.kill()
      await wait(30 * secondMs * scale)
      await redis.start()
      await wait(3 * secondMs)
    },
    maxLatestMs: 5000,
  },
  'Redis frozen for 30 s': {
    async run({ redis }, scale) {
      await wait(2 * secondMs)
      redis.freeze()
      await wait(30 * secondMs * scale)
      redis.resume()
      await wait(3 * secondMs)
    },
    maxLatestMs: 5000,
  },
  'Postgres restarted': {
    async run({ postgres }) {
      await wait(2 * secondMs)
      postgres.stop()
      await postgres.start()
      await wait(3 * secondMs)
    },
    maxLatestMs: 10_000,
    mayRefuse: true,
  },
  'every process replaced in turn': {
    async run({ processes }) {
      for (const one of processes) {
        await one.stop()
        await one.start()
        await wait(secondMs)
      }
    },
    maxLatestMs: 5000,
  },
  'one process frozen for 20 s': {
    async run({ processes }, scale) {
      await wait(2 * secondMs)
      processes[1]!.child().kill('SIGSTOP')
      await wait(20 * secondMs * scale)
      processes[1]!.child().kill('SIGCONT')
      await wait(3 * secondMs)
    },
    // Its sockets notice after 15 s without a ping, and POSTs that it has in hand aren't repeated by nginx.
    maxLatestMs: 45_000,
    mayRefuse: true,
  },
}

/** What of the promises doesn't hold. */
export function findProblems(name: string, figures: Figures): string[] {
  const { maxLatestMs, maxP99Ms = Infinity, mayRefuse } = faults[name]!
  const { behind, outOfOrder, resyncs, missing, refused, latest, p99 } = figures
  return [
    behind > 0 && `${behind} sockets behind`,
    outOfOrder > 0 && `${outOfOrder} events lost, repeated or out of order`,
    resyncs > 0 && `${resyncs} resyncs`,
    missing > 0 && `${missing} acknowledged changes missing`,
    !mayRefuse && refused > 0 && `${refused} requests refused`,
    latest > maxLatestMs && `latest event after ${Math.round(latest)} ms`,
    p99 > maxP99Ms && `p99 ${Math.round(p99)} ms`,
  ].flatMap((problem) => (problem ? [`${name}: ${problem}`] : []))
}

export const describeFigures = (name: string, figures: Figures) =>
  `| ${name} | ${figures.messages} + ${figures.orders} | ${figures.refused} | ${[figures.p50, figures.p99, figures.latest].map(Math.round).join(' | ')} | ${figures.moved} | ${Math.round(figures.reconnectedP99)} |`

/** Three processes behind nginx, 500 sockets and a steady load, through every fault in turn. */
export async function breakCluster() {
  const cluster = await startTestCluster()
  const problems: string[] = []
  const lines: string[] = []
  const names = process.env.CLUSTER_FAULTS?.split(',') ?? Object.keys(faults)
  const load = await openLoad(cluster, Number(process.env.CLUSTER_SOCKETS ?? 500))
  for (const name of names) {
    const figures = await load.run(() => faults[name]!.run(cluster, 1))
    lines.push(describeFigures(name, figures))
    console.log(`  ${lines.at(-1)} ${JSON.stringify(figures.refusals)}`)
    problems.push(...findProblems(name, figures))
  }
  load.close()
  await cluster.stopAll()
  return {
    ok: problems.length === 0,
    figures: `${load.clients.length} sockets on 3 processes; ${names.length} faults: nothing lost, repeated or out of order unless said below`,
    problems,
  }
}

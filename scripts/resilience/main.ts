import { cpus, loadavg } from 'node:os'
import { swallowPackets } from './blackhole.ts'
import { startOnDamaged } from './damaged-database.ts'
import { failSyncs } from './failing-disk.ts'
import { fillDisk } from './full-disk.ts'
import { breakCluster } from './cluster-faults.ts'
import { holdIdle } from './idle-connections.ts'
import { killInCheckouts } from './kill.ts'
import { killWhileApplying } from './kill-while-applying.ts'
import { killWhileSending } from './kill-while-sending.ts'
import { lockDatabase } from './locked-database.ts'
import { askForPages } from './page-flood.ts'
import { checkOpenTransactions } from './open-transactions.ts'
import { cutPower } from './power-cut.ts'
import { restartWhileWatched } from './restart.ts'
import { endSessions } from './session-ends.ts'
import { setClock } from './system-clock.ts'
import { terminateUnderLoad } from './sigterm.ts'
import { stopReading } from './slow-reader.ts'
import { soak } from './soak.ts'
import { connectMany } from './many-sockets.ts'
import { stormLogin } from './login-storm.ts'
import { runTests } from './run-tests.ts'

/** Whether the aim was met, the figures in one line, and what was wrong. */
export type Result = { ok: boolean; figures: string; problems?: string[] }

const tests: Record<string, () => Promise<Result>> = {
  kill: killInCheckouts,
  email: killWhileSending,
  statement: killWhileApplying,
  power: cutPower,
  full: fillDisk,
  eio: failSyncs,
  locked: lockDatabase,
  damaged: startOnDamaged,
  sigterm: terminateUnderLoad,
  restart: restartWhileWatched,
  'slow-reader': stopReading,
  chain: checkOpenTransactions,
  storm: stormLogin,
  pages: askForPages,
  idle: () => holdIdle(),
  sockets: connectMany,
  blackhole: swallowPackets,
  clock: setClock,
  cluster: breakCluster,
  'session-ends': endSessions,
  soak,
  races: () => runTests('tests/server/invariants/races.test.ts'),
  bookkeeping: () => runTests('tests/server/invariants/bookkeeping.test.ts'),
  fuzz: () => runTests('tests/server/fuzz'),
}

const requested = process.argv.slice(2)
const unknown = requested.find((name) => !(name in tests))
if (unknown !== undefined) {
  console.log(`${unknown === '--list' ? '' : `Unknown test: ${unknown}. `}${Object.keys(tests).join(', ')}`)
  process.exit(unknown === '--list' ? 0 : 1)
}
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]!.toFixed(1)}`,
)
let failed = 0
for (const name of requested.length > 0 ? requested : Object.keys(tests)) {
  const startedAt = performance.now()
  const {
    ok,
    figures,
    problems = [],
  } = await tests[name]!().catch((error: unknown): Result => ({ ok: false, figures: String(error) }))
  if (!ok) failed += 1
  console.log(`${ok ? '✓' : '✗'} ${name} (${Math.round((performance.now() - startedAt) / 1000)} s): ${figures}`)
  for (const problem of problems.slice(0, 10)) console.log(`    ${problem}`)
}
process.exit(failed > 0 ? 1 : 0)

import { cpus, loadavg } from 'node:os'
import { swallowPackets } from './blackhole.ts'
import { startOnDamaged } from './damaged.ts'
import { failSyncs } from './eio.ts'
import { fillDisk } from './full.ts'
import { holdIdle } from './idle.ts'
import { killInCheckouts } from './kill.ts'
import { lockDatabase } from './locked.ts'
import { askForPages } from './pages.ts'
import { cutPower } from './power.ts'
import { restartWhileWatched } from './restart.ts'
import { setClock } from './clock.ts'
import { terminateUnderLoad } from './sigterm.ts'
import { stopReading } from './slow-reader.ts'
import { soak } from './soak.ts'
import { connectMany } from './sockets.ts'
import { stormLogin } from './storm.ts'
import { runTests } from './tests.ts'

/** `ok` by the aim of the fault; `figures` in a line; what was found wrong. */
export type Outcome = { ok: boolean; figures: string; faults?: string[] }

const all: Record<string, () => Promise<Outcome>> = {
  kill: killInCheckouts,
  power: cutPower,
  full: fillDisk,
  eio: failSyncs,
  locked: lockDatabase,
  damaged: startOnDamaged,
  sigterm: terminateUnderLoad,
  restart: restartWhileWatched,
  'slow-reader': stopReading,
  storm: stormLogin,
  pages: askForPages,
  idle: () => holdIdle(),
  sockets: connectMany,
  blackhole: swallowPackets,
  clock: setClock,
  soak,
  races: () => runTests('tests/server/money/of-a-thousand-races-each-has-one-winner.test.ts', 2),
  books: () => runTests('tests/server/money/the-store-keeps-its-books.test.ts', 15),
  fuzz: () => runTests('tests/server/fuzz', 10),
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in all))
if (unknown !== undefined) {
  console.log(`${unknown === '--list' ? '' : `There is no ${unknown}. `}${Object.keys(all).join(', ')}`)
  process.exit(unknown === '--list' ? 0 : 1)
}
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]!.toFixed(1)}`,
)
let failed = 0
for (const name of asked.length > 0 ? asked : Object.keys(all)) {
  const begun = performance.now()
  const {
    ok,
    figures,
    faults = [],
  } = await all[name]!().catch((error: unknown): Outcome => ({ ok: false, figures: String(error) }))
  if (!ok) failed += 1
  console.log(`${ok ? '✓' : '✗'} ${name} (${Math.round((performance.now() - begun) / 1000)} s): ${figures}`)
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`)
}
process.exit(failed > 0 ? 1 : 0)

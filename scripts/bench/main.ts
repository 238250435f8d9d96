import { cpus } from 'node:os'
import { measureCheckouts } from './checkouts.ts'
import { measureDatabases } from './databases.ts'
import { measureList } from './list.ts'
import { measurePages } from './pages.ts'
import { measurePush } from './push.ts'
import { measureSize } from './size.ts'
import { measureStatements } from './statements.ts'

const benchmarks = {
  list: measureList,
  checkouts: measureCheckouts,
  databases: measureDatabases,
  push: measurePush,
  pages: measurePages,
  size: measureSize,
  statements: measureStatements,
}
const requested = process.argv.slice(2).filter((name) => name in benchmarks) as (keyof typeof benchmarks)[]

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
const names = requested.length > 0 ? requested : (Object.keys(benchmarks) as (keyof typeof benchmarks)[])
for (const name of names) await benchmarks[name]()
process.exit(0)

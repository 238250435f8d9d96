import { cpus } from 'node:os'
import { measureCheckouts } from './checkouts.ts'
import { measureList } from './list.ts'
import { measurePages } from './pages.ts'
import { measurePush } from './push.ts'

const all = { list: measureList, checkouts: measureCheckouts, push: measurePush, pages: measurePages }
const wanted = process.argv.slice(2).filter((name) => name in all) as (keyof typeof all)[]

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
for (const name of wanted.length > 0 ? wanted : (Object.keys(all) as (keyof typeof all)[])) await all[name]()
process.exit(0)

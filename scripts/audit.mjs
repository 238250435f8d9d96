// @ts-check
// npm run audit: whether the audit log of the database at DATABASE_URL is as it was written. One sentence, and 1 when not.
import { existsSync } from 'node:fs'
import { giveUp, root, say } from './run.mjs'
import { readSettings } from './settings.mjs'
import { install } from './setup.mjs'

await install()
process.chdir(root)
readSettings()
const url = process.env.DATABASE_URL || 'file:./data/store.db'
if (url.startsWith('file:') && !existsSync(url.slice(5))) giveUp(`There is no database at ${url.slice(5)}.`)

const { register } = await import('tsx/esm/api')
register()
const { openDatabase } = await import('../server/db/open.ts')
const { checkAudit } = await import('../server/activity/check-audit.ts')

const db = await openDatabase(url)
const { rows, broken } = await checkAudit(db)
await db.close()
if (broken) giveUp(`The audit log is broken: row ${broken.seq} ${broken.why}. The ${rows} before it hold.`)
say(rows === 0 ? 'The audit log is empty.' : `The audit log holds: ${rows === 1 ? '1 row' : `${rows} rows`}, unbroken.`)

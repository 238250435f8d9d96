// @ts-check
// npm run audit: whether the audit log of the database at DATABASE_URL is as it was written. One sentence, and 1 when not.
import { openDatabase } from './open-database.mjs'
import { giveUp, say } from './run.mjs'

const db = await openDatabase()
const { checkAudit } = await import('../server/activity/check-audit.ts')
const { rows, broken } = await checkAudit(db)
await db.close()
if (broken) giveUp(`The audit log is broken: row ${broken.seq} ${broken.why}. The ${rows} before it hold.`)
say(rows === 0 ? 'The audit log is empty.' : `The audit log holds: ${rows === 1 ? '1 row' : `${rows} rows`}, unbroken.`)

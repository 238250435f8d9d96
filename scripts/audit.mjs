// @ts-check
// npm run audit: verifies the hash chain of the audit log in the database at DATABASE_URL. Exits with 1 if it is broken.
import { openDatabase } from './open-database.mjs'
import { fail } from './run.mjs'

const db = await openDatabase()
const { verifyAudit } = await import('../server/audit/verify-audit.ts')
const { rows, broken } = await verifyAudit(db)
await db.close()
const count = rows === 1 ? '1 row' : `${rows} rows`
if (broken) fail(`The audit log is broken: row ${broken.seq} ${broken.why}. Intact before it: ${count}.`)
console.log(rows === 0 ? 'The audit log is empty.' : `The audit log is intact (${count}).`)

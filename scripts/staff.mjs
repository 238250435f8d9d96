// @ts-check
// npm run staff -- add|remove <email>: grants or revokes the staff role of a registered user and ends their sessions.
import { openDatabase } from './open-database.mjs'
import { fail } from './run.mjs'

const [action, email] = process.argv.slice(2)
if ((action !== 'add' && action !== 'remove') || !email) fail('Usage: npm run staff -- add|remove <email>')
const db = await openDatabase()
const { setRole } = await import('../server/accounts/set-role.ts')
const isFound = await setRole(db, email, action === 'add')
await db.close()
if (!isFound) fail(`No account has the email address ${email}.`)
console.log(action === 'add' ? `${email} is staff after the next login.` : `${email} is a customer and is logged out.`)

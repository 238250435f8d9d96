// @ts-check
// npm run staff -- add|remove e-mail: makes somebody who has registered staff, or a customer again. They sign in anew.
import { openDatabase } from './open-database.mjs'
import { giveUp, say } from './run.mjs'

const [what, email] = process.argv.slice(2)
if ((what !== 'add' && what !== 'remove') || !email) giveUp('npm run staff -- add|remove e-mail')
const db = await openDatabase()
const { setRole } = await import('../server/staff/set-role.ts')
const found = await setRole(db, email, what === 'add')
await db.close()
if (!found) giveUp(`Nobody is registered as ${email}.`)
say(what === 'add' ? `${email} is staff, from the next time of signing in.` : `${email} is a customer, and signed out.`)

// @ts-check
// npm run staff -- add|remove e-mail: makes somebody who has registered staff, or a customer again. They sign in anew.
import { existsSync } from 'node:fs'
import { giveUp, root, say } from './run.mjs'
import { readSettings } from './settings.mjs'
import { install } from './setup.mjs'

const [what, email] = process.argv.slice(2)
if ((what !== 'add' && what !== 'remove') || !email) giveUp('npm run staff -- add|remove e-mail')
await install()
process.chdir(root)
readSettings()
const url = process.env.DATABASE_URL || 'file:./data/store.db'
if (url.startsWith('file:') && !existsSync(url.slice(5))) giveUp(`There is no database at ${url.slice(5)}.`)

const { register } = await import('tsx/esm/api')
register()
const { openDatabase } = await import('../server/db/open.ts')
const { setRole } = await import('../server/staff/set-role.ts')

const db = await openDatabase(url)
const found = await setRole(db, email, what === 'add')
await db.close()
if (!found) giveUp(`Nobody is registered as ${email}.`)
say(what === 'add' ? `${email} is staff, from the next time of signing in.` : `${email} is a customer, and signed out.`)

// @ts-check
// npm run staff                                   lists the staff
// npm run staff -- add|remove <email>             grants or revokes the staff role of a registered user
// npm run staff -- reset-second-factor <email>    turns off the second factor of someone who has lost it
// Changes end the user's sessions and are in the audit log.
import { openDatabase } from './open-database.mjs'
import { fail } from './run.mjs'

const [action, email] = process.argv.slice(2)
const isChange = action === 'add' || action === 'remove' || action === 'reset-second-factor'
if (action !== undefined && (!isChange || !email)) {
  fail('Usage: npm run staff [-- add|remove|reset-second-factor <email>]')
}
const db = await openDatabase()
const { setRole, resetSecondFactorByCommand } = await import('../server/accounts/set-role.ts')
const { listTeam } = await import('../server/accounts/team.ts')
const message = await run()
await db.close()
if (message === null) fail(`No account has the email address ${email}.`)
console.log(message)

/** @returns what to print; null when there is no such account */
async function run() {
  if (action === 'reset-second-factor') {
    const result = await resetSecondFactorByCommand(db, email ?? '')
    if (result === 'none') return `${email} has no second factor.`
    return result && `The second factor of ${email} is off, and they are logged out.`
  }
  if (action !== undefined) {
    if (!(await setRole(db, email ?? '', action === 'add'))) return null
    return action === 'add' ? `${email} is staff after the next login.` : `${email} is a customer and is logged out.`
  }
  const team = await listTeam(db)
  return team.length === 0
    ? 'There is no staff yet.'
    : team
        .map(
          ({ email: address, secondFactorSince }) => `${address} (second factor ${secondFactorSince ? 'on' : 'off'})`,
        )
        .join('\n')
}

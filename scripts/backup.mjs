// @ts-check
// npm run backup [file]: a copy of the database as it is now, while the store goes on.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { endWithParent, giveUp, root, say, spoken } from './run.mjs'
import { readSettings } from './settings.mjs'
import { install } from './setup.mjs'

endWithParent()
await install()
readSettings()
const { default: Database } = await import('better-sqlite3')

const url = process.env.DATABASE_URL || 'file:./data/store.db'
if (!url.startsWith('file:'))
  giveUp('This store is on Postgres: use pg_dump, and give the copy a new epoch when it is restored.')
const source = resolve(root, url.slice('file:'.length))
if (!existsSync(source)) giveUp(`There is no database at ${source}.`)
const [given] = process.argv.slice(2)
const stamp = new Date().toISOString().replace(/[:.]/g, '-')
const target = given ? resolve(given) : join(dirname(source), 'backups', `store-${stamp}.db`)
if (existsSync(target)) giveUp(`${target} is there already; a backup overwrites nothing.`)

const begun = performance.now()
// What people's orders are is for nobody else on this machine.
process.umask(0o077)
const unfinished = `${target}.unfinished-${process.pid}`
mkdirSync(dirname(target), { recursive: true })
process.on('exit', () => {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + end, { force: true })
})
await copy()
finish()
keep()
const secret = join(dirname(source), 'app-secret')
say(
  `Kept ${target} (${Math.ceil(statSync(target).size / 1024)} KB) in ${spoken(performance.now() - begun)}: whole, with a new epoch.`,
)
say(
  existsSync(secret) && !process.env.APP_SECRET
    ? `Keep ${secret} with it: delivery notes can't be read without.`
    : `Keep APP_SECRET with it: delivery notes can't be read without.`,
)

/** Everything that is committed by now. */
async function copy() {
  const db = new Database(source, { readonly: true })
  db.pragma('busy_timeout = 10000')
  // In as few steps as can be: it begins again whenever the store writes between two of them.
  await db
    .backup(unfinished, { progress: () => 0x7fff_ffff })
    .catch((error) => giveUp(`Copying failed: ${error.message}`))
  db.close()
}

/** One file, sound, and another life of the database: who followed the first fetches everything again. */
function finish() {
  const db = new Database(unfinished)
  db.pragma('journal_mode = DELETE')
  db.pragma('synchronous = FULL')
  const changed = db.prepare('update epochs set epoch = ?').run(randomBytes(12).toString('hex')).changes
  const sound = db.pragma('integrity_check', { simple: true })
  const loose = db.pragma('foreign_key_check')
  db.close()
  if (changed !== 1) giveUp(`${source} is no database of a store.`)
  if (sound !== 'ok' || /** @type {unknown[]} */ (loose).length > 0)
    giveUp(`The copy is not sound (${String(sound)}): the database is damaged.`)
}

/** Under its name only when it is whole and on the disk. */
function keep() {
  const file = openSync(unfinished, 'r')
  fsyncSync(file)
  closeSync(file)
  renameSync(unfinished, target)
}

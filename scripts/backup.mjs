// @ts-check
// npm run backup [-- file]: copies the SQLite database while the app runs.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { exitWithNpm, fail, formatSeconds, root } from './run.mjs'
import { loadSettings } from './settings.mjs'
import { install } from './setup.mjs'

exitWithNpm()
await install()
loadSettings()
const { default: Database } = await import('better-sqlite3')

const url = process.env.DATABASE_URL || 'file:./data/store.db'
if (!url.startsWith('file:'))
  fail('The database is Postgres: use pg_dump, and after restoring the statements in docs/deployment.md.')
const source = resolve(root, url.slice('file:'.length))
if (!existsSync(source)) fail(`There is no database at ${source}.`)
const [file] = process.argv.slice(2)
const timestamp = new Date().toISOString().replace(/[:.]/g, '-')
const target = file ? resolve(file) : join(dirname(source), 'backups', `store-${timestamp}.db`)
if (existsSync(target)) fail(`${target} exists already; a backup never overwrites a file.`)

/**
 * Ends what a restored copy would bring back to life, though it may have ended, been used or been revoked since
 * (docs/deployment.md). The step of authenticator codes is replaced when the app opens the copy.
 */
const endings = {
  sessions: `update sessions set ended_at = ${Date.now()}, end_reason = 'logout' where ended_at is null`,
  access_tokens: 'delete from access_tokens',
  refresh_tokens: 'delete from refresh_tokens',
  mail_links: 'delete from mail_links',
  recovery_codes: 'delete from recovery_codes',
  second_factors: 'update second_factors set last_step = 2147483647',
  spent_captchas: 'delete from spent_captchas',
  idempotency_keys: 'delete from idempotency_keys',
  // Most have been sent since.
  outbox: "update outbox set state = 'dropped', payload = '{}', last_error = 'backup' where state = 'waiting'",
}

const start = performance.now()
// The copy contains customers' data: no other user of this machine may read it.
process.umask(0o077)
const unfinished = `${target}.unfinished-${process.pid}`
mkdirSync(dirname(target), { recursive: true })
process.on('exit', () => {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
})
await copy()
finishCopy()
moveToTarget()
const kilobytes = Math.ceil(statSync(target).size / 1024)
console.log(
  `Backed up to ${target} (${kilobytes} KB) in ${formatSeconds(performance.now() - start)}, with a new epoch.`,
)
recordBackup(kilobytes)
const secretFile = join(dirname(source), 'app-secret')
const secret = existsSync(secretFile) && !process.env.APP_SECRET ? secretFile : 'APP_SECRET'
console.log(`Back up ${secret} too: without it, delivery notes can't be decrypted.`)

/** Copies everything committed so far. */
async function copy() {
  const db = new Database(source, { readonly: true })
  db.pragma('busy_timeout = 10000')
  // In one step: SQLite starts again whenever the app writes between two.
  await db
    .backup(unfinished, { progress: () => 0x7fff_ffff })
    .catch((error) => fail(`Copying the database failed: ${error.message}`))
  db.close()
}

/**
 * Makes the copy one checked file with its own epoch, so that clients of the original fetch everything again, and in
 * which no session, link or code works.
 */
function finishCopy() {
  const db = new Database(unfinished)
  db.pragma('journal_mode = DELETE')
  db.pragma('synchronous = FULL')
  // Deleted rows are overwritten, because the copy may be stored elsewhere.
  db.pragma('secure_delete = ON')
  // A database that this version hasn't opened yet may lack a table.
  const tables = db.prepare("select name from sqlite_master where type = 'table'").pluck().all()
  for (const [table, statement] of Object.entries(endings)) if (tables.includes(table)) db.exec(statement)
  const { changes } = db.prepare('update epochs set epoch = ?').run(randomBytes(12).toString('hex'))
  const integrity = db.pragma('integrity_check', { simple: true })
  const brokenKeys = /** @type {unknown[]} */ (db.pragma('foreign_key_check'))
  db.close()
  if (changes !== 1) fail(`${source} is not a database of this app.`)
  if (integrity !== 'ok' || brokenKeys.length > 0)
    fail(`The copy failed its integrity check (${String(integrity)}): the database is damaged.`)
}

/** The file gets its name only when it is complete and on disk. */
function moveToTarget() {
  const descriptor = openSync(unfinished, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(unfinished, target)
}

/**
 * Tells the running store, whose System page shows it to staff. The backup is complete without it.
 * @param {number} size in KB
 */
function recordBackup(size) {
  try {
    const db = new Database(source, { timeout: 5000 })
    db.prepare(
      'insert into last_backup (id, at, kilobytes) values (1, ?, ?) on conflict (id) do update set at = excluded.at, kilobytes = excluded.kilobytes',
    ).run(Date.now(), size)
    db.close()
  } catch (error) {
    console.error(`The store doesn't know of this backup: ${error instanceof Error ? error.message : String(error)}`)
  }
}

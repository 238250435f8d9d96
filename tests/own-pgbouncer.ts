import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { findFreePort, waitForAnswer } from './own-postgres.ts'

/** The path of a PgBouncer that shares prepared statements, as from version 1.21 on; null where there is none. */
export function findPgBouncer(): string | null {
  const folders = [...process.env.PATH!.split(':'), '/usr/sbin']
  const file = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path))
  if (file === undefined) return null
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) * 100 + Number(minor) >= 121 ? file : null
}

/**
 * A PgBouncer of the test's own in transaction mode, with the settings of docs/deployment.md, in front of a database.
 * @param poolSize how many connections all of its clients share
 */
export async function createOwnPgBouncer(databaseUrl: string, poolSize: number) {
  const { hostname, port: postgresPort, username, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'kade-pgbouncer-'))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${postgresPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout
default_pool_size = ${poolSize}
`,
  )
  const args = [file]
  if (userInfo().uid === 0) {
    // PgBouncer refuses to run as root.
    const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
    chownSync(folder, id('-u'), id('-g'))
    args.unshift('--user=nobody')
  }
  const child: ChildProcess = spawn(findPgBouncer()!, args, { stdio: 'ignore' })
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  await waitForAnswer(url)
  return {
    url,
    async remove() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

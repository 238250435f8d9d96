import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const debianFolder = '/usr/lib/postgresql'

/** The folder of Postgres's own programs; null where it isn't installed. */
export function findPostgresPrograms(): string | null {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), ...process.env.PATH!.split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/**
 * A Postgres server of the caller's own, on a free port and in a temporary folder, that can be stopped and started.
 * @param settings of the server, such as `fsync=on`
 */
export async function createOwnPostgres(settings = ['fsync=off']) {
  const programs = findPostgresPrograms()!
  const folder = mkdtempSync(join(tmpdir(), 'kade-postgres-'))
  const port = await findFreePort()
  // Postgres refuses to run as root.
  const user = userInfo().uid === 0 ? readUser('postgres') : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const data = join(folder, 'data')
  const call = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...user, cwd: folder, stdio: 'pipe' })
  call('initdb', '--pgdata', data, '--auth=trust', '--username=postgres', '--no-sync')

  const url = urlOf(port)
  /** Starts the server of a data folder, waits until it answers, and returns its process id. */
  async function startServer(dataFolder: string, serverPort: number) {
    const args = ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting])
    const options = { ...user, cwd: folder, stdio: 'ignore' } as const
    const server = ['-D', dataFolder, '-p', String(serverPort), '-k', folder]
    const child = spawn(join(programs, 'postgres'), [...server, ...args], options)
    await waitForAnswer(urlOf(serverPort))
    return child.pid!
  }
  /** Ends all connections at once, as a crash or a restart does. */
  const stopServer = (dataFolder: string) =>
    call('pg_ctl', '--pgdata', dataFolder, '--mode=immediate', '--wait', 'stop')
  const start = () => startServer(data, port)
  let active = data
  const stop = () => stopServer(active)

  /** Copies the server to a standby that follows it. */
  async function createStandby() {
    const standby = join(folder, 'standby')
    const standbyPort = await findFreePort()
    const primary = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres']
    call('pg_basebackup', ...primary, `--pgdata=${standby}`, '--write-recovery-conf', '--no-sync', '--checkpoint=fast')
    await startServer(standby, standbyPort)
    return {
      url: urlOf(standbyPort),
      stop: () => stopServer(standby),
      /** Starts it, after it and the server were stopped, at the address of the server and in its place. */
      async takeOver() {
        await startServer(standby, port)
        call('pg_ctl', '--pgdata', standby, '--wait', 'promote')
        active = standby
      },
    }
  }

  const pid = await start()
  return {
    url,
    /** Of its first start. */
    pid,
    folder,
    start,
    stop,
    createStandby,
    remove() {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

/** Waits until a server answers a query. */
export async function waitForAnswer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // The server may end the connection while it starts.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return waitForAnswer(url)
  } finally {
    await client.end().catch(() => undefined)
  }
}

type User = { uid?: number; gid?: number }

function readUser(name: string): User {
  const read = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g') }
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './own-postgres.ts'

/** Whether Redis is installed here. */
export const hasRedisServer = () => process.env.PATH!.split(':').some((path) => existsSync(join(path, 'redis-server')))

/** A Redis server of the test's own, on a free port and in a temporary folder, that can be killed, frozen and started. */
export async function createOwnRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'kade-redis-'))
  const port = await findFreePort()
  let child: ChildProcess

  async function start() {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve())
      child.once('exit', (code) => reject(new Error(`Redis exited with code ${code}`)))
    })
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    /** Its connections stay open, but nothing is read or answered. */
    freeze: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

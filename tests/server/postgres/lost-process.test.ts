import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { findNginx, startNginx } from '../../../scripts/cluster/nginx.mjs'
import { type ReceivedEvent, startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser, fillCart } from '../../build.ts'
import { findFreePort } from '../../own-postgres.ts'
import { createPostgresDatabase } from '../../postgres.ts'

const nginx = findNginx()
if (!nginx) console.log('nginx is not installed here: the test that kills and freezes a process is left out.')

describe.skipIf(!nginx)('two processes behind nginx', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let proxy: Awaited<ReturnType<typeof startNginx>>
  let folder: string
  let url: string
  /** Shares their database; not behind nginx. */
  let server: TestServer
  let processes: { child: ChildProcess; port: number }[]
  const sockets: Socket[] = []
  beforeAll(async () => {
    database = await createPostgresDatabase()
    const env = { DATABASE_URL: database.url, REDIS_URL: process.env.TEST_REDIS_URL ?? '' }
    server = await startTestServer(env)
    processes = await Promise.all([startProcess(env), startProcess(env)])
    folder = mkdtempSync(join(tmpdir(), 'kade-lost-'))
    const port = await findFreePort()
    proxy = await startNginx({ port, upstreamPorts: processes.map((one) => one.port), folder })
    url = `http://127.0.0.1:${port}`
  }, 240_000)
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    for (const { child } of processes) await kill(child)
    await proxy.stop()
    rmSync(folder, { recursive: true, force: true })
    await server.close()
    await database.drop()
  })

  async function startProcess(env: Record<string, string>) {
    const settings = { SEED: 'none', CAPTCHA_PROVIDER: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/server/postgres/app-process.ts'], {
      env: { ...process.env, ...settings, ...env, APP_SECRET: 'a secret that only the tests use' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once('data', (text: Buffer) => resolve(Number(text)))
      child.once('exit', (code) => reject(new Error(`The process exited with code ${code}; it says why above.`)))
    })
    return { child, port }
  }

  async function kill(child: ChildProcess) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  const publish = (name: string) =>
    runMutation(server.app, async (ctx) => ctx.publish('catalogue', { type: 'item.removed', data: { _id: name } }))

  /** A client that connects again by itself, from where it was. Returns the names and numbers of its events. */
  async function follow() {
    const names: unknown[] = []
    const seqs: number[] = []
    let cursor = {}
    const socket = io(url, { auth: (send) => send(cursor), transports: ['websocket'], forceNew: true })
    sockets.push(socket)
    const join = (epoch: string, catalogue: number) => (cursor = { epoch, since: { catalogue } })
    socket.on('welcome', ({ epoch, streams }) => seqs.length === 0 && join(epoch, streams.catalogue.head))
    socket.on('events', (events: ReceivedEvent[]) => {
      for (const { seq, data } of events) {
        names.push(data._id)
        seqs.push(seq)
      }
      join(server.app.streamHeads.epoch, seqs.at(-1)!)
    })
    await once(socket as never, 'welcome')
    return { names, seqs }
  }

  it('lose, repeat and reorder nothing while one of them is frozen, and then killed', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, follow))
    const expected: string[] = []
    async function publishSome(when: string) {
      for (let n = 0; n < 10; n += 1) {
        expected.push(`${when} ${n}`)
        await publish(expected.at(-1)!)
      }
    }
    const haveAll = () => clients.filter(({ names }) => names.length === expected.length).length
    await publishSome('before')
    await waitFor(() => haveAll() === 6)

    const [{ child }] = processes as [(typeof processes)[0]]
    child.kill('SIGSTOP')
    await publishSome('frozen')
    await waitFor(() => haveAll() === 3)
    child.kill('SIGCONT')
    await waitFor(() => haveAll() === 6)

    const customers = await Promise.all(Array.from({ length: 8 }, () => buildUser(server)))
    await Promise.all(customers.map((customer) => fillCart(server, customer)))
    const placing = customers.map(({ token }) => checkOut(token))
    const killed = kill(child)
    await publishSome('killed')
    await killed
    expect(new Set(await Promise.all(placing)).size).toBe(8)
    await waitFor(() => haveAll() === 6)
    for (const { names, seqs } of clients) {
      expect(names).toEqual(expected)
      expect(seqs).toEqual(seqs.map((_, n) => seqs[0]! + n))
    }
    // What was acknowledged is there, and what was repeated is there once.
    expect(await server.app.db.$count(orders)).toBe(8)
  })

  /** Sends a checkout with one key until it is acknowledged. */
  async function checkOut(token: string, key = randomUUID()): Promise<string> {
    const response = await fetch(`${url}/api/checkout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ paymentMethod: 'bank' }),
    })
    if (response.status === 502) return checkOut(token, key)
    expect(response.status).toBe(200)
    return ((await response.json()) as { data: { _id: string } }).data._id
  }
})

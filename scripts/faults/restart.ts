import Database from 'better-sqlite3'
import { io, type Socket } from 'socket.io-client'
import { waitBefore } from '../../client/stream/wait-before.ts'
import { fill, type Person } from './fill.ts'
import { inParallel, newFolder, percentile, startStore, wait } from './store.ts'

const customers = 600

type Event = { stream: string; seq: number }

/** One who watches: comes back by itself with the position that it has, and holds every number against the last. */
function watch(port: number, { token }: Person) {
  const since: Record<string, number> = {}
  const seen = { wrong: 0, resyncs: 0, rightAt: 0 }
  let epoch: string | undefined
  let attempts = 0
  let over = false
  const socket: Socket = io(`http://127.0.0.1:${port}`, {
    auth: (give) => give({ token, ...(epoch && { epoch, since }) }),
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  socket.on('welcome', (told: { epoch: string; streams: Record<string, { head: number; mode: string }> }) => {
    for (const [name, { head, mode }] of Object.entries(told.streams)) {
      if (mode === 'resync') seen.resyncs += 1
      if (mode !== 'replay') since[name] = head
    }
    epoch = told.epoch
    attempts = 0
    seen.rightAt = performance.now()
  })
  socket.on('events', (events: Event[]) => {
    for (const { stream, seq } of events) {
      if (seq !== since[stream]! + 1) seen.wrong += 1
      since[stream] = seq
    }
    seen.rightAt = performance.now()
  })
  const again = () => !over && setTimeout(() => socket.connect(), waitBefore(attempts++))
  socket.on('disconnect', again)
  socket.on('connect_error', again)
  return {
    seen,
    since,
    joined: () => socket.connected && epoch !== undefined,
    end() {
      over = true
      socket.disconnect()
    },
  }
}

/** The store is killed and started again while six hundred watch, and much happens before and after. */
export async function restartWhileWatched() {
  const folder = newFolder()
  const { customers: people } = await fill(folder, customers)
  const store = await startStore({ folder })
  const watchers = people.map((person) => watch(store.port, person))
  while (!watchers.every((one) => one.joined())) await wait(20)

  let happens = true
  const change = async () => {
    await inParallel(people, 8, async ({ token }) => {
      if (happens) await store.call('POST', '/auth/dark-mode', { token, body: { darkMode: true } }).catch(() => null)
    })
  }
  const changing = change()
  await wait(300)
  store.child.kill('SIGKILL')
  await store.end()
  happens = false
  await changing
  // What the first process acknowledged without having told it is told by the second.
  const next = await startStore({ folder, port: store.port })
  const up = performance.now()
  const isRight = await untilRight()
  const late = watchers.map(({ seen }) => Math.max(0, seen.rightAt - up))
  // And they go on as if nothing had been.
  await inParallel(people, 8, async ({ token }) => {
    await next.call('POST', '/auth/change-currency', { token, body: { currency: 'LKR' } })
  })
  const stillRight = await untilRight()
  const sums = {
    wrong: watchers.reduce((sum, { seen }) => sum + seen.wrong, 0),
    resyncs: watchers.reduce((sum, { seen }) => sum + seen.resyncs, 0),
  }
  for (const one of watchers) one.end()
  await next.remove()
  return {
    ok: isRight === customers && stillRight === customers && sums.wrong === 0 && percentile(late, 100) < 5000,
    figures: `${customers} customers: ${isRight} right again, ${sums.wrong} events missed or told twice, ${sums.resyncs} had to fetch again; right after ${Math.round(percentile(late, 50))} ms (p50), ${Math.round(percentile(late, 99))} ms (p99), ${Math.round(percentile(late, 100))} ms (the last) from when the store was up; ${stillRight} right after ${customers} changes more`,
  }

  /** How many know what the database says, once all do; at most ten seconds are waited for that. */
  async function untilRight(): Promise<number> {
    const heads = readHeads(`${folder}/store.db`)
    const isRight = ({ joined, since }: Watcher, i: number) =>
      joined() && since.user === (heads.get(`user:${people[i]!.id}`) ?? 0)
    const end = performance.now() + 10_000
    while (!watchers.every(isRight) && performance.now() < end) await wait(10)
    return watchers.filter(isRight).length
  }
}

type Watcher = ReturnType<typeof watch>

function readHeads(file: string): Map<string, number> {
  const db = new Database(file, { readonly: true })
  const rows = db.prepare('select name, seq from streams').all() as { name: string; seq: number }[]
  db.close()
  return new Map(rows.map(({ name, seq }) => [name, seq]))
}

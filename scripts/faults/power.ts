import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { findFaults, readOrders } from './books.ts'
import { fill } from './fill.ts'
import { inParallel, newFolder, startStore } from './store.ts'
import { type Call, hasStrace, noStrace, readCall, recording } from './strace.ts'

const checkouts = 240

type Cuts = { made: number; acknowledged: number; losing: number; mostLost: number; faults: string[] }

/**
 * The power is cut at the moment of each acknowledgement, and in the middle of commits: the files are made again with
 * what had been synced by then, and with some of what had not. The same without a sync of each commit has to lose some.
 */
export async function cutPower() {
  if (!hasStrace()) return noStrace
  const full = await cutThrough({})
  const less = await cutThrough({ NODE_OPTIONS: `--import ${new URL('./less-synced.mjs', import.meta.url).href}` })
  return {
    ok:
      full.acknowledged === checkouts &&
      full.made >= 200 &&
      full.losing === 0 &&
      full.faults.length === 0 &&
      less.losing > 0,
    figures: `${full.made} cuts in ${full.acknowledged} acknowledged checkouts: ${full.mostLost} lost, ${full.faults.length} faults in the files; with synchronous=NORMAL ${less.losing} of ${less.made} cuts lost some, ${less.mostLost} orders at most`,
    faults: full.faults,
  }
}

async function cutThrough(settings: Record<string, string>): Promise<Cuts> {
  const [folder, kept] = [newFolder(), newFolder()]
  const { customers } = await fill(folder, checkouts)
  const file = `${folder}/store.db`
  const disk = createDisk({ [file]: readFileSync(file), [`${file}-wal`]: Buffer.alloc(0) })
  const store = await startStore({ folder, settings, before: recording(`${kept}/trace`) })
  await inParallel(customers, 4, async ({ id, token }) => {
    await store.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
  })
  await store.end()

  const cuts: Cuts = { made: 0, acknowledged: 0, losing: 0, mostLost: 0, faults: [] }
  const acknowledged = new Set<string>()
  const cut = (keep: () => boolean) => {
    const left = `${kept}/cut`
    mkdirSync(left)
    for (const [path, bytes] of disk.leaves(keep)) writeFileSync(path.replace(folder, left), bytes)
    const found = new Set(readWhole(`${left}/store.db`, cuts.faults))
    const lost = [...acknowledged].filter((id) => !found.has(id)).length
    cuts.made += 1
    cuts.losing += Number(lost > 0)
    cuts.mostLost = Math.max(cuts.mostLost, lost)
    rmSync(left, { recursive: true })
  }
  for await (const line of createInterface(createReadStream(`${kept}/trace`, 'latin1'))) {
    const call = readCall(line)
    if (!call) continue
    const order = orderIn(call)
    if (order !== undefined) {
      acknowledged.add(order)
      cut(() => false)
    } else if (disk.has(call.path)) {
      const syncs = call.name.endsWith('sync')
      // Half of what was written last has reached the disk, in whatever order.
      if (syncs && disk.waits(call.path) && acknowledged.size > 0) cut(() => Math.random() < 0.5)
      disk.hear(call)
    }
    if (acknowledged.size === checkouts) break
  }
  cuts.acknowledged = acknowledged.size
  for (const one of [folder, kept]) rmSync(one, { recursive: true, force: true })
  return cuts
}

/** The order that an answer to a checkout tells of, as it leaves for its customer. */
function orderIn({ name, path, bytes }: Call): string | undefined {
  if (!name.startsWith('write') || !path.startsWith('socket:')) return undefined
  const text = bytes.toString('latin1')
  return text.startsWith('HTTP/1.1 200') ? /"data":\{"_id":"(\w+)"/.exec(text)?.[1] : undefined
}

/** The orders in a database that was cut off; what is wrong with it goes to `faults`. */
function readWhole(file: string, faults: string[]): string[] {
  try {
    faults.push(...findFaults(file))
    return [...readOrders(file).values()].flat()
  } catch (error) {
    faults.push(String(error))
    return []
  }
}

/** Files with what is certainly on the disk, and what is on its way there. */
function createDisk(files: Record<string, Buffer>) {
  const all = new Map(Object.entries(files).map(([path, synced]) => [path, { synced, waiting: [] as Call[] }]))
  return {
    has: (path: string) => all.has(path),
    waits: (path: string) => all.get(path)!.waiting.length > 0,
    hear(call: Call) {
      const file = all.get(call.path)!
      if (call.name === 'pwrite64' || call.name === 'ftruncate') return void file.waiting.push(call)
      // A sync that failed has synced nothing.
      if (call.result !== 0) return
      file.synced = apply(file.synced, file.waiting)
      file.waiting = []
    },
    /** What a cut leaves: `keep` says of each write that was not synced whether it got there. */
    leaves: (keep: () => boolean) =>
      [...all].map(([path, { synced, waiting }]) => [path, apply(synced, waiting.filter(keep))] as const),
  }
}

function apply(content: Buffer, calls: Call[]): Buffer {
  let { length } = content
  const most = Math.max(length, ...calls.map(({ at, bytes }) => at + bytes.length))
  const whole = Buffer.concat([content], most)
  for (const { name, at, bytes } of calls) {
    if (name === 'ftruncate') whole.fill(0, at)
    bytes.copy(whole, at)
    length = name === 'ftruncate' ? at : Math.max(length, at + bytes.length)
  }
  return whole.subarray(0, length)
}

import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { findInconsistencies, readOrders } from './check-database.ts'
import { createDatabase } from './fill.ts'
import { inParallel, createTemporaryFolder, startServer } from './server-process.ts'
import { type SystemCall, hasStrace, straceMissing, parseCall, traceCommand } from './strace.ts'

const checkouts = 240

/** `losing`: how many cuts lost an acknowledged order; `maxLost`: the most that one cut lost. */
type Cuts = { count: number; acknowledged: number; losing: number; maxLost: number; problems: string[] }

/**
 * Cuts the power at each acknowledgement and during commits: the files are rebuilt from what was synced by then and part
 * of what wasn't. As a control, commits without a sync have to lose orders.
 */
export async function cutPower() {
  if (!hasStrace()) return straceMissing
  const synced = await simulateCuts({})
  const unsynced = await simulateCuts({
    NODE_OPTIONS: `--import ${new URL('./synchronous-normal.mjs', import.meta.url).href}`,
  })
  return {
    ok:
      synced.acknowledged === checkouts &&
      synced.count >= 200 &&
      synced.losing === 0 &&
      synced.problems.length === 0 &&
      unsynced.losing > 0,
    figures: `${synced.count} cuts in ${synced.acknowledged} acknowledged checkouts: ${synced.maxLost} lost, ${synced.problems.length} problems in the files; with synchronous=NORMAL ${unsynced.losing} of ${unsynced.count} cuts lost orders, up to ${unsynced.maxLost}`,
    problems: synced.problems,
  }
}

async function simulateCuts(settings: Record<string, string>): Promise<Cuts> {
  const [folder, workFolder] = [createTemporaryFolder(), createTemporaryFolder()]
  const { customers } = await createDatabase(folder, checkouts)
  const file = `${folder}/store.db`
  const disk = createDisk({ [file]: readFileSync(file), [`${file}-wal`]: Buffer.alloc(0) })
  const server = await startServer({ folder, settings, commandPrefix: traceCommand(`${workFolder}/trace`) })
  await inParallel(customers, 4, async ({ id, token }) => {
    await server.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
  })
  await server.stop()

  const cuts: Cuts = { count: 0, acknowledged: 0, losing: 0, maxLost: 0, problems: [] }
  const acknowledged = new Set<string>()
  const cut = (survives: () => boolean) => {
    const copy = `${workFolder}/cut`
    mkdirSync(copy)
    for (const [path, bytes] of disk.afterCut(survives)) writeFileSync(path.replace(folder, copy), bytes)
    const found = new Set(readOrderIds(`${copy}/store.db`, cuts.problems))
    const lost = [...acknowledged].filter((id) => !found.has(id)).length
    cuts.count += 1
    cuts.losing += Number(lost > 0)
    cuts.maxLost = Math.max(cuts.maxLost, lost)
    rmSync(copy, { recursive: true })
  }
  for await (const line of createInterface(createReadStream(`${workFolder}/trace`, 'latin1'))) {
    const call = parseCall(line)
    if (!call) continue
    const order = parseAcknowledgedOrder(call)
    if (order !== undefined) {
      acknowledged.add(order)
      cut(() => false)
    } else if (disk.has(call.path)) {
      const isSync = call.name.endsWith('sync')
      // Half of the last writes have reached the disk, in any order.
      if (isSync && disk.hasUnsynced(call.path) && acknowledged.size > 0) cut(() => Math.random() < 0.5)
      disk.record(call)
    }
    if (acknowledged.size === checkouts) break
  }
  cuts.acknowledged = acknowledged.size
  for (const one of [folder, workFolder]) rmSync(one, { recursive: true, force: true })
  return cuts
}

/** The id of the order when the call writes the response to a checkout. */
function parseAcknowledgedOrder({ name, path, bytes }: SystemCall): string | undefined {
  if (!name.startsWith('write') || !path.startsWith('socket:')) return undefined
  const text = bytes.toString('latin1')
  return text.startsWith('HTTP/1.1 200') ? /"data":\{"_id":"(\w+)"/.exec(text)?.[1] : undefined
}

/** The ids of the orders in a database; what is wrong with it is added to `problems`. */
function readOrderIds(file: string, problems: string[]): string[] {
  try {
    problems.push(...findInconsistencies(file))
    return [...readOrders(file).values()].flat()
  } catch (error) {
    problems.push(String(error))
    return []
  }
}

/** Files with their synced content and the writes that aren't synced yet. */
function createDisk(files: Record<string, Buffer>) {
  const contents = new Map(
    Object.entries(files).map(([path, synced]) => [path, { synced, unsynced: [] as SystemCall[] }]),
  )
  return {
    has: (path: string) => contents.has(path),
    hasUnsynced: (path: string) => contents.get(path)!.unsynced.length > 0,
    record(call: SystemCall) {
      const file = contents.get(call.path)!
      if (call.name === 'pwrite64' || call.name === 'ftruncate') return void file.unsynced.push(call)
      // A failed sync has synced nothing.
      if (call.result !== 0) return
      file.synced = apply(file.synced, file.unsynced)
      file.unsynced = []
    },
    /** The files after a cut; `survives` decides for each unsynced write. */
    afterCut: (survives: () => boolean) =>
      [...contents].map(([path, { synced, unsynced }]) => [path, apply(synced, unsynced.filter(survives))] as const),
  }
}

function apply(content: Buffer, calls: SystemCall[]): Buffer {
  let { length } = content
  const maxLength = Math.max(length, ...calls.map(({ at, bytes }) => at + bytes.length))
  const result = Buffer.concat([content], maxLength)
  for (const { name, at, bytes } of calls) {
    if (name === 'ftruncate') result.fill(0, at)
    bytes.copy(result, at)
    length = name === 'ftruncate' ? at : Math.max(length, at + bytes.length)
  }
  return result.subarray(0, length)
}

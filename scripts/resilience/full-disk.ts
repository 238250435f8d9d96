import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { findFaults, readOrders } from './books.ts'
import { fill } from './fill.ts'
import { inParallel, newFolder, startStore } from './store.ts'

const size = 24 * 1024 * 1024

/** The disk fills up under checkouts, and is freed again. */
export async function fillDisk() {
  const [template, folder] = [newFolder(), newFolder()]
  const { customers } = await fill(template, 400)
  const mounted = mount(folder)
  cpSync(template, folder, { recursive: true })
  // Without a disk of its own the process may write no file beyond a size; that signal is not to end it.
  const before = mounted ? [] : ['bash', '-c', `trap '' XFSZ; ulimit -f ${size / 1024}; exec "$@"`, 'limited']
  const store = await startStore({ folder, before })
  const ballast = `${folder}/ballast`
  if (mounted) writeFileSync(ballast, Buffer.alloc(Math.max(0, freeOn(folder) - 1_500_000)))

  const acknowledged = new Map<string, string>()
  const statuses: Record<number, number> = {}
  const reads: number[] = []
  await inParallel(customers, 8, async ({ id, token }) => {
    const { status, text } = await store.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 200) acknowledged.set(id, text)
    else for (const path of ['/items', '/health']) reads.push((await store.call('GET', path)).status)
  })
  const faults: string[] = []
  const onDisk = [...readOrders(`${folder}/store.db`).keys()]
  if (onDisk.length !== acknowledged.size)
    faults.push(`${acknowledged.size} acknowledged, ${onDisk.length} on the disk`)
  let again: Record<number, number> = {}
  if (mounted) {
    rmSync(ballast)
    again = await sendAgain()
  }
  await store.end()
  const line = /"code":"SQLITE_(FULL|IOERR\w*)"/.exec(store.said())?.[0]
  faults.push(...findFaults(`${folder}/store.db`))
  if (mounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  rmSync(template, { recursive: true, force: true })
  return {
    ok:
      faults.length === 0 &&
      (statuses[503] ?? 0) > 0 &&
      Object.keys(statuses).every((status) => ['200', '503'].includes(status)) &&
      reads.every((status) => status === 200) &&
      (!mounted || again[200] === customers.length) &&
      line !== undefined,
    figures: `${mounted ? 'on a full tmpfs' : 'at a limit of file size'}: answers ${JSON.stringify(statuses)}, ${reads.length} reads meanwhile all ${[...new Set(reads)].join()}; ${onDisk.length} orders for ${acknowledged.size} acknowledged; freed, the same keys: ${JSON.stringify(again)}; logged ${line}`,
    faults,
  }

  async function sendAgain() {
    const told: Record<number, number> = {}
    await inParallel(customers, 8, async ({ id, token }) => {
      const { status, text } = await store.call('POST', '/checkout', {
        token,
        key: id,
        body: { paymentMethod: 'bank' },
      })
      told[status] = (told[status] ?? 0) + 1
      const first = acknowledged.get(id)
      if (first !== undefined && first !== text) faults.push(`${id}: another answer than before`)
    })
    return told
  }
}

function mount(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const freeOn = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

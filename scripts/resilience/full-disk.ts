import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { findInconsistencies, readOrders } from './check-database.ts'
import { createDatabase } from './fill.ts'
import { inParallel, createTemporaryFolder, startServer } from './server-process.ts'

const size = 24 * 1024 * 1024

/** The disk fills up during checkouts, and is freed again. */
export async function fillDisk() {
  const [template, folder] = [createTemporaryFolder(), createTemporaryFolder()]
  const { customers } = await createDatabase(template, 400)
  const isMounted = mountTmpfs(folder)
  cpSync(template, folder, { recursive: true })
  // Without a tmpfs the size of files is limited instead; the signal that comes with it is ignored.
  const commandPrefix = isMounted ? [] : ['bash', '-c', `trap '' XFSZ; ulimit -f ${size / 1024}; exec "$@"`, 'limited']
  const server = await startServer({ folder, commandPrefix })
  const ballast = `${folder}/ballast`
  if (isMounted) writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes(folder) - 1_500_000)))

  const acknowledged = new Map<string, string>()
  const statuses: Record<number, number> = {}
  const reads: number[] = []
  await inParallel(customers, 8, async ({ id, token }) => {
    const { status, text } = await server.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 200) acknowledged.set(id, text)
    else for (const path of ['/items', '/health']) reads.push((await server.call('GET', path)).status)
  })
  const problems: string[] = []
  const onDisk = [...readOrders(`${folder}/store.db`).keys()]
  if (onDisk.length !== acknowledged.size)
    problems.push(`${acknowledged.size} acknowledged, ${onDisk.length} on the disk`)
  let repeated: Record<number, number> = {}
  if (isMounted) {
    rmSync(ballast)
    repeated = await repeatAll()
  }
  await server.stop()
  const line = /"code":"SQLITE_(FULL|IOERR\w*)"/.exec(server.output())?.[0]
  problems.push(...findInconsistencies(`${folder}/store.db`))
  if (isMounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  rmSync(template, { recursive: true, force: true })
  return {
    ok:
      problems.length === 0 &&
      (statuses[503] ?? 0) > 0 &&
      Object.keys(statuses).every((status) => ['200', '503'].includes(status)) &&
      reads.every((status) => status === 200) &&
      (!isMounted || repeated[200] === customers.length) &&
      line !== undefined,
    figures: `${isMounted ? 'on a full tmpfs' : 'at a file size limit'}: responses ${JSON.stringify(statuses)}, ${reads.length} reads meanwhile, all ${[...new Set(reads)].join()}; ${onDisk.length} orders for ${acknowledged.size} acknowledged; with free space, the same keys: ${JSON.stringify(repeated)}; logged ${line}`,
    problems,
  }

  async function repeatAll() {
    const counts: Record<number, number> = {}
    await inParallel(customers, 8, async ({ id, token }) => {
      const { status, text } = await server.call('POST', '/checkout', {
        token,
        key: id,
        body: { paymentMethod: 'bank' },
      })
      counts[status] = (counts[status] ?? 0) + 1
      const first = acknowledged.get(id)
      if (first !== undefined && first !== text) problems.push(`${id}: a different response than the first time`)
    })
    return counts
  }
}

function mountTmpfs(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

import { execFileSync } from 'node:child_process'
import { findInconsistencies } from './check-database.ts'
import { createDatabase } from './fill.ts'
import { createTemporaryFolder, startServer } from './server-process.ts'

/** The system clock jumps by two hours or by a day between starts. */
export async function setClock() {
  if (!settingsAt('+0h')) return { ok: true, figures: 'skipped: faketime is not installed' }
  const folder = createTemporaryFolder()
  const { customers, item, staff } = await createDatabase(folder, 10, { staff: 1 })
  const mira = staff[0]!.token
  const ids: string[] = []
  const problems: string[] = []
  const offsets = ['+0h', '+2h', '-2h', '-24h', '+0h']
  const ada = customers[0]!.token
  let endedToken: string | undefined
  for (const offset of offsets) {
    const server = await startServer({ folder, settings: settingsAt(offset)! })
    const call = async (method: string, path: string, body?: unknown, token = ada) => {
      const { status, text } = await server.call(method, path, { token, ...(body !== undefined && { body }) })
      if (status !== 200) problems.push(`at ${offset}: ${method} ${path} ${status} ${text}`)
      return JSON.parse(text) as { data: { _id: string; history: { what: string }[] } }
    }
    await call('POST', '/cart', { item, count: 1 })
    const { data } = await call('POST', '/checkout', { paymentMethod: 'bank' })
    await call('PATCH', `/checkout/${data._id}/mark-paid`, {})
    const { data: verified } = await call('PATCH', `/admin/orders/${data._id}/verify`, undefined, mira)
    if (verified.history.map(({ what }) => what).join() !== 'created,paid,verified')
      problems.push(`at ${offset}: history`)
    ids.push(data._id)
    // A session that was ended stays ended, whatever the time.
    if (endedToken === undefined) {
      endedToken = customers[1]!.token
      await server.call('POST', '/auth/logout', { token: endedToken })
    }
    const me = await server.call('GET', '/auth/me', { token: endedToken })
    if (me.status !== 401) problems.push(`at ${offset}: an ended token is valid again`)
    await server.stop()
  }
  problems.push(...findInconsistencies(`${folder}/store.db`))
  return {
    ok: problems.length === 0,
    figures: `started with the clock at ${offsets.join(', ')}: ${ids.length} orders placed, paid and verified; every history in order, streams gapless, an ended session stays ended`,
    problems,
  }
}

/** The environment that faketime sets. As its child, the app wouldn't receive signals. */
function settingsAt(offset: string): Record<string, string> | null {
  try {
    const environment = execFileSync('faketime', ['-f', offset, 'env'], { encoding: 'utf8' })
    return Object.fromEntries(
      [...environment.matchAll(/^(LD_PRELOAD|FAKETIME\w*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
  } catch {
    return null
  }
}

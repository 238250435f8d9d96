import { execFileSync } from 'node:child_process'
import { findFaults } from './books.ts'
import { fill } from './fill.ts'
import { newFolder, startStore } from './store.ts'

/** The clock is wrong by two hours either way, or by a day, from one start to the next. */
export async function setClock() {
  if (!settingsAt('+0h')) return { ok: true, figures: 'not tried: faketime is not installed' }
  const folder = newFolder()
  const { customers, item, staff } = await fill(folder, 10, { staff: 1 })
  const mira = staff[0]!.token
  const ids: string[] = []
  const faults: string[] = []
  const offsets = ['+0h', '+2h', '-2h', '-24h', '+0h']
  const ada = customers[0]!.token
  let signedOut: string | undefined
  for (const offset of offsets) {
    const store = await startStore({ folder, settings: settingsAt(offset)! })
    const call = async (method: string, path: string, body?: unknown, token = ada) => {
      const { status, text } = await store.call(method, path, { token, ...(body !== undefined && { body }) })
      if (status !== 200) faults.push(`at ${offset}: ${method} ${path} ${status} ${text}`)
      return JSON.parse(text) as { data: { _id: string; history: { what: string }[] } }
    }
    await call('POST', '/cart', { item, count: 1 })
    const { data } = await call('POST', '/checkout', { paymentMethod: 'bank' })
    await call('PATCH', `/checkout/${data._id}/mark-paid`, {})
    const { data: verified } = await call('PATCH', `/admin/orders/${data._id}/verify`, undefined, mira)
    if (verified.history.map(({ what }) => what).join() !== 'created,paid,verified')
      faults.push(`at ${offset}: history`)
    ids.push(data._id)
    // Signed out once, it stays so whatever the time is.
    if (signedOut === undefined) {
      signedOut = customers[1]!.token
      await store.call('POST', '/auth/logout', { token: signedOut })
    }
    const revived = await store.call('GET', '/auth/me', { token: signedOut })
    if (revived.status !== 401) faults.push(`at ${offset}: a token that was ended is good again`)
    await store.end()
  }
  faults.push(...findFaults(`${folder}/store.db`))
  return {
    ok: faults.length === 0,
    figures: `started with the clock at ${offsets.join(', ')}: ${ids.length} orders made, paid and verified, each history in its order, streams dense, a session that was ended stays ended`,
    faults,
  }
}

/** What faketime puts into the environment: run by it, the store would be a child that no signal reaches. */
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

import type { ActionContext } from '../../action-context.ts'

/** The orders whose claims this tab holds, in its session storage: they survive a reload and end with the tab. */
const key = 'claims'
type Stored = { user: string; orders: string[] }

export const addTabClaim = (context: ActionContext, id: string) =>
  write(context, (orders) => [...orders.filter((other) => other !== id), id])

export const removeTabClaim = (context: ActionContext, id: string) =>
  write(context, (orders) => orders.filter((other) => other !== id))

export function readTabClaims(context: ActionContext): string[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored | null
    return stored && stored.user === userOf(context) ? stored.orders : []
  } catch {
    // Without storage, a reload releases the claims.
    return []
  }
}

function write(context: ActionContext, change: (orders: string[]) => string[]) {
  const orders = change(readTabClaims(context))
  try {
    if (orders.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ user: userOf(context) ?? '', orders } satisfies Stored))
  } catch {
    // As above.
  }
}

const userOf = ({ store }: ActionContext) => store.getState().accounts.user?._id

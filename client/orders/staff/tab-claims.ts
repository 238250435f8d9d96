import type { ActionContext } from '../../action-context.ts'

/** The orders whose claims this tab holds, in its session storage: they survive a reload and end with the tab. */
const key = 'claims'
/** `leftAt`: when the page that held them was left, in milliseconds. */
type Stored = { user: string; orders: string[]; leftAt?: number }
/** Someone who is back within this has reloaded the page, however slowly. */
const reloadMs = 60_000

export const addTabClaim = (context: ActionContext, id: string) =>
  write(context, (orders) => [...orders.filter((other) => other !== id), id])

export const removeTabClaim = (context: ActionContext, id: string) =>
  write(context, (orders) => orders.filter((other) => other !== id))

export const readTabClaims = (context: ActionContext): string[] => read(context)?.orders ?? []

/** Notes that the page is left, for `isBackSoon` of the next one. */
export const leaveTabClaims = (context: ActionContext) => write(context, (orders) => orders, Date.now())

/** Whether the page that held the claims was left a moment ago, and none has held them since. */
export const isBackSoon = (context: ActionContext): boolean => Date.now() - (read(context)?.leftAt ?? 0) < reloadMs

function read(context: ActionContext): Stored | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored | null
    return stored && stored.user === userOf(context) ? stored : null
  } catch {
    // Without storage, a reload releases the claims.
    return null
  }
}

function write(context: ActionContext, change: (orders: string[]) => string[], leftAt?: number) {
  const orders = change(readTabClaims(context))
  const stored: Stored = { user: userOf(context) ?? '', orders, ...(leftAt !== undefined && { leftAt }) }
  try {
    if (orders.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // As above.
  }
}

const userOf = ({ store }: ActionContext) => store.getState().accounts.user?._id

import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import type { ActionContext } from '../../action-context.ts'
import { isFailure } from '../../api/call-failed.ts'
import type { Client } from '../../client.ts'
import { watchOrder } from '../actions.ts'
import { claimOrder, releaseOrder } from './actions.ts'
import { addTabClaim, isBackSoon, leaveTabClaims, readTabClaims, removeTabClaim } from './tab-claims.ts'

type ClaimContext = ActionContext & Pick<Client, 'connection' | 'update'>
type Hold = {
  holders: number
  /** The claim ends with the state it was made for. */
  paymentStatus: StaffOrder['paymentStatus'] | undefined
  stops: (() => void)[]
  releaseTimer?: ReturnType<typeof setTimeout>
}

/** A claim expires after 5 minutes; it is renewed well before. */
const renewEveryMs = 2 * 60_000
/** Keeps the claim on the way from the queue to the order page, so that the customer sees one check, not two. */
const gracePeriodMs = 400

const holdsByClient = new WeakMap<ActionContext, Map<string, Hold>>()

/**
 * Claims an order and keeps the claim until every holder in this tab has released it, or the tab is gone.
 * @returns how to release it; further calls do nothing
 * @throws CallFailed 409 when a colleague holds the claim
 */
export async function holdClaim(context: ClaimContext, id: string): Promise<() => void> {
  const hold = addHolder(context, id)
  let isHeld = true
  const release = () => {
    if (isHeld) removeHolder(context, id, hold)
    isHeld = false
  }
  try {
    if (!isMine(context, id) || hold.stops.length === 0) await claimOrder(context, id)
    if (hold.stops.length === 0) keepAlive(context, id, hold)
  } catch (error) {
    release()
    throw error
  }
  return release
}

/**
 * The orders whose claims this tab held before it was reloaded, or holds until the next page takes them over. After a slow
 * reload, the server has released them: they are still listed if nobody else has claimed them.
 */
export function listTabClaims(context: ActionContext): string[] {
  const claims = readTabClaims(context)
  const wasReloaded = isBackSoon(context)
  const isHeld = (id: string) => isMine(context, id) || (wasReloaded && orderOf(context, id)?.checkingBy === null)
  for (const id of claims) if (orderOf(context, id) && !isHeld(id)) removeTabClaim(context, id)
  return claims.filter(isHeld)
}

function addHolder(context: ClaimContext, id: string): Hold {
  const holds = holdsOf(context)
  const existing = holds.get(id)
  if (existing) {
    clearTimeout(existing.releaseTimer)
    existing.holders += 1
    return existing
  }
  const hold: Hold = { holders: 1, paymentStatus: orderOf(context, id)?.paymentStatus, stops: [] }
  holds.set(id, hold)
  return hold
}

/** Renews the claim from time to time, and after a lost connection, which ends claims like a closed tab. */
function keepAlive(context: ClaimContext, id: string, hold: Hold) {
  const timer = setInterval(
    () => (isMine(context, id) ? renew(context, id, hold) : endHold(context, id, hold)),
    renewEveryMs,
  )
  const unsubscribe = context.store.subscribe((state, before) => {
    const isBack = state.connection.status === 'live' && before.connection.status !== 'live'
    if (isBack) renew(context, id, hold)
  })
  const leave = () => leaveTabClaims(context)
  addEventListener('pagehide', leave)
  const stay = () => removeEventListener('pagehide', leave)
  hold.stops = [() => clearInterval(timer), unsubscribe, stay, watchOrder(context, id, true)]
  addTabClaim(context, id)
}

function renew(context: ClaimContext, id: string, hold: Hold) {
  if (orderOf(context, id)?.paymentStatus !== hold.paymentStatus) return endHold(context, id, hold)
  claimOrder(context, id).catch((error: unknown) => {
    // Offline, the claim may still be there.
    if (isFailure(error) && error.status >= 400 && error.status < 500) endHold(context, id, hold)
  })
}

function removeHolder(context: ClaimContext, id: string, hold: Hold) {
  hold.holders -= 1
  if (hold.holders > 0) return
  hold.releaseTimer = setTimeout(() => {
    endHold(context, id, hold)
    // If this fails, the claim expires by itself.
    if (isMine(context, id)) releaseOrder(context, id).catch(() => undefined)
  }, gracePeriodMs)
}

function endHold(context: ClaimContext, id: string, hold: Hold) {
  for (const stop of hold.stops.splice(0)) stop()
  if (holdsOf(context).get(id) !== hold) return
  holdsOf(context).delete(id)
  removeTabClaim(context, id)
}

const orderOf = ({ store }: ActionContext, id: string) => store.getState().staffOrders.byId[id]

function isMine(context: ActionContext, id: string): boolean {
  const claimant = orderOf(context, id)?.checkingBy
  return typeof claimant === 'string' && claimant === context.store.getState().accounts.user?._id
}

function holdsOf(context: ActionContext) {
  const holds = holdsByClient.get(context) ?? new Map<string, Hold>()
  holdsByClient.set(context, holds)
  return holds
}

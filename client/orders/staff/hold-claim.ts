import type { ActionContext } from '../../action-context.ts'
import { claimOrder, releaseOrder } from './actions.ts'

type Hold = {
  holders: number
  renewTimer: ReturnType<typeof setInterval>
  releaseTimer?: ReturnType<typeof setTimeout>
}

/** A claim expires after 5 minutes; it is renewed well before. */
const renewEveryMs = 2 * 60_000
/** Keeps the claim on the way from the queue to the order page, so that the customer sees one check, not two. */
const gracePeriodMs = 400

const holdsByClient = new WeakMap<ActionContext, Map<string, Hold>>()

/**
 * Claims a paid order and keeps the claim until every holder in this tab has released it.
 * @returns how to release it; further calls do nothing
 * @throws CallFailed 409 when a colleague holds the claim
 */
export async function holdClaim(context: ActionContext, id: string): Promise<() => void> {
  const hold = addHolder(context, id)
  let isHeld = true
  const release = () => {
    if (isHeld) removeHolder(context, id, hold)
    isHeld = false
  }
  try {
    if (!isMine(context, id)) await claimOrder(context, id)
  } catch (error) {
    release()
    throw error
  }
  return release
}

function addHolder(context: ActionContext, id: string): Hold {
  const holds = holdsOf(context)
  const existing = holds.get(id)
  if (existing) {
    clearTimeout(existing.releaseTimer)
    existing.holders += 1
    return existing
  }
  const renew = () => {
    claimOrder(context, id).catch(() => endHold(context, id, hold))
  }
  const hold: Hold = { holders: 1, renewTimer: setInterval(renew, renewEveryMs) }
  holds.set(id, hold)
  return hold
}

function removeHolder(context: ActionContext, id: string, hold: Hold) {
  hold.holders -= 1
  if (hold.holders > 0) return
  hold.releaseTimer = setTimeout(() => {
    endHold(context, id, hold)
    // If this fails, the claim expires by itself.
    if (isMine(context, id)) releaseOrder(context, id).catch(() => undefined)
  }, gracePeriodMs)
}

function endHold(context: ActionContext, id: string, hold: Hold) {
  clearInterval(hold.renewTimer)
  if (holdsOf(context).get(id) === hold) holdsOf(context).delete(id)
}

function isMine({ store }: ActionContext, id: string): boolean {
  const { staffOrders, accounts } = store.getState()
  const claimant = staffOrders.byId[id]?.checkingBy
  return typeof claimant === 'string' && claimant === accounts.user?._id
}

function holdsOf(context: ActionContext) {
  const holds = holdsByClient.get(context) ?? new Map<string, Hold>()
  holdsByClient.set(context, holds)
  return holds
}

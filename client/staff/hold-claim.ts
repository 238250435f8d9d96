import type { Client } from '../client.ts'
import { claimOrder, releaseOrder } from './actions.ts'

type Hold = { holders: number; renewing: ReturnType<typeof setInterval>; leaving?: ReturnType<typeof setTimeout> }

/** A claim lapses after 5 minutes; it is renewed well before. */
const renewal = 2 * 60_000
/** From the list to the order's page the claim is kept: the customer sees one check, not two. */
const grace = 400

const held = new WeakMap<Client, Map<string, Hold>>()

/**
 * Takes a waiting payment and keeps it until everyone who asked for it here has let go of it. Returns how to let go,
 * which counts once.
 * @throws CallFailed 409 while a colleague has it
 */
export async function holdClaim(client: Client, id: string): Promise<() => void> {
  const hold = join(client, id)
  let holding = true
  const letGo = () => {
    if (holding) leave(client, id, hold)
    holding = false
  }
  try {
    if (!isMine(client, id)) await claimOrder(client, id)
  } catch (error) {
    letGo()
    throw error
  }
  return letGo
}

function join(client: Client, id: string): Hold {
  const holds = holdsOf(client)
  const known = holds.get(id)
  if (known) {
    clearTimeout(known.leaving)
    known.holders += 1
    return known
  }
  const renew = () => {
    claimOrder(client, id).catch(() => forget(client, id, hold))
  }
  const hold: Hold = { holders: 1, renewing: setInterval(renew, renewal) }
  holds.set(id, hold)
  return hold
}

function leave(client: Client, id: string, hold: Hold) {
  hold.holders -= 1
  if (hold.holders > 0) return
  hold.leaving = setTimeout(() => {
    forget(client, id, hold)
    // Where this fails, the claim lapses by itself.
    if (isMine(client, id)) releaseOrder(client, id).catch(() => undefined)
  }, grace)
}

/** Verified, rejected, or taken by somebody else: there is nothing to keep. */
function forget(client: Client, id: string, hold: Hold) {
  clearInterval(hold.renewing)
  if (holdsOf(client).get(id) === hold) holdsOf(client).delete(id)
}

function isMine(client: Client, id: string): boolean {
  const { staff, accounts } = client.store.getState()
  const by = staff.byId[id]?.checkingBy
  return typeof by === 'string' && by === accounts.user?._id
}

function holdsOf(client: Client) {
  const holds = held.get(client) ?? new Map<string, Hold>()
  held.set(client, holds)
  return holds
}

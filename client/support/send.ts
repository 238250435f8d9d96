import * as z from 'zod/mini'
import { SupportMessage } from '../../shared/support.ts'
import { supportRoutes } from '../../shared/support-calls.ts'
import { CallFailed, isFailure, messageOf } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { named, streamsFor } from './actions.ts'
import { type Attached, dropPending, keepPending, type Pending, readOutbox } from './kept.ts'
import { setMessage } from './store.ts'

/** After so many in a row the store wants them a second apart. */
const [burst, apart] = [4, 1100]

/** What is being sent, one after the other. */
const sending = new WeakMap<Client, Promise<void>>()

/** Shows a message at once, keeps it on this device until the store has it, and sends it under one name until then. */
export function sendMessage(client: Client, to: string, message: string, attached: Attached | null) {
  const me = identity(client)
  if (!me) return
  const pending = { clientId: newId(), to, message, attached, at: Date.now(), fault: null, why: '' }
  keepPending(client.storage(), me, pending)
  client.update((draft) => void draft.support.pending.push(pending))
  flush(client)
}

/** What an earlier page left unsent; what was refused waits for its sender. */
export function openOutbox(client: Client) {
  const me = identity(client)
  if (!me) return
  const kept = readOutbox(client.storage(), me)
  client.update(({ support }) => {
    const known = new Set(support.pending.map(({ clientId }) => clientId))
    support.pending = [...kept.filter(({ clientId }) => !known.has(clientId)), ...support.pending]
  })
  sendAgain(client)
}

/** What nobody answered, once somebody may. */
export function sendAgain(client: Client) {
  for (const one of client.store.getState().support.pending) if (one.fault === 'lost') change(client, one, null)
  flush(client)
}

export function retry(client: Client, pending: Pending) {
  change(client, pending, null)
  flush(client)
}

export function discard(client: Client, { clientId }: Pending) {
  const me = identity(client)
  if (me) dropPending(client.storage(), me, [clientId])
  client.update(({ support }) => {
    support.pending = support.pending.filter((one) => one.clientId !== clientId)
  })
}

function flush(client: Client) {
  if (sending.has(client)) return
  const run = sendAll(client).finally(() => {
    sending.delete(client)
    if (nextOf(client)) flush(client)
  })
  sending.set(client, run)
}

async function sendAll(client: Client) {
  for (let sent = 0; ; sent++) {
    const next = nextOf(client)
    if (!next) return
    if (sent >= burst) await pause(apart)
    const me = identity(client)
    try {
      const message = await sendOne(client, next)
      if (me) dropPending(client.storage(), me, [next.clientId])
      if (identity(client) === me) client.update((draft) => setMessage(draft, next.to, message))
    } catch (error) {
      if (isHaste(error)) await pause(2 * apart)
      else if (isFinal(error)) change(client, next, 'refused', messageOf(error))
      else giveUp(client)
    }
  }
}

/** Over the socket; where there is none, or it does not answer, as a call. @throws CallFailed */
async function sendOne(client: Client, { clientId, to, message, attached }: Pending): Promise<SupportMessage> {
  const asked = { ...named(client, to), clientId, message, ...(attached && { [attached.kind]: attached.id }) }
  const reply = await client.connection.request('support:send', asked)
  const read = reply?.success ? z.safeDecode(SupportMessage, reply.message as z.input<typeof SupportMessage>) : null
  if (read?.success) return read.data
  const code = reply?.success === false && typeof reply.error === 'string' ? reply.error : ''
  // A token that ran out is renewed by the call.
  if (code && code !== 'unauthorized')
    throw new CallFailed(422, code, typeof reply?.message === 'string' ? reply.message : '')
  const answer = await client.send(supportRoutes.sendMessage, asked, {
    slice: `support/sent/${clientId}`,
    streams: streamsFor(client, to),
    write: (draft, told) => setMessage(draft, to, told.message),
  })
  return answer.message
}

const isHaste = (error: unknown) => isFailure(error) && (error.status === 429 || error.code === 'too_many')

/** The store has read it and does not want it. A session that ran out may be back soon. */
const isFinal = (error: unknown) =>
  isFailure(error) && error.status >= 400 && error.status < 500 && error.status !== 401

/** Nobody answers: what waits is said to be unsent, until somebody does. */
function giveUp(client: Client) {
  for (const one of client.store.getState().support.pending) if (!one.fault) change(client, one, 'lost')
}

function change(client: Client, pending: Pending, fault: Pending['fault'], why = '') {
  const changed = { ...pending, fault, why }
  const me = identity(client)
  const waits = client.store.getState().support.pending.some(({ clientId }) => clientId === pending.clientId)
  // Its arrival may have been told although its acknowledgement was lost.
  if (me && !waits) dropPending(client.storage(), me, [pending.clientId])
  if (!me || !waits) return
  keepPending(client.storage(), me, changed)
  client.update(({ support }) => {
    support.pending = support.pending.map((one) => (one.clientId === pending.clientId ? changed : one))
  })
}

const nextOf = (client: Client) => client.store.getState().support.pending.find(({ fault }) => fault === null)
const identity = (client: Client) => client.store.getState().accounts.user?._id ?? null
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Also where the page came over plain http, without `crypto.randomUUID`. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

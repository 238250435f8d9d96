import * as z from 'zod/mini'
import { supportRoutes } from '../../shared/support/routes.ts'
import { SupportMessage } from '../../shared/support/schema.ts'
import type { ActionContext } from '../action-context.ts'
import { CallFailed, isFailure, messageOf } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { customerParam, streamsFor } from './actions.ts'
import { type PendingMessage, readOutbox, removePending, storePending } from './local-drafts.ts'
import { setMessage } from './store.ts'

type Context = ActionContext & Pick<Client, 'connection' | 'storage'>

/** The server accepts a few messages at once and then about one a second. */
const burstSize = 4
const minDelayMs = 1100

/** The running sender of each client: messages are sent one after the other. */
const senders = new WeakMap<Context, Promise<void>>()

type Written = Pick<PendingMessage, 'message' | 'attachment' | 'resolve'>

/** Shows a message at once, stores it on this device, and sends it under one `clientId` until it is acknowledged. */
export function sendMessage(context: Context, to: string, written: Written) {
  const me = currentUserId(context)
  if (!me) return
  const pending = { ...written, clientId: newId(), to, createdAt: Date.now(), failure: null, reason: '' }
  storePending(context.storage(), me, pending)
  context.update((draft) => void draft.support.pending.push(pending))
  flush(context)
}

/** Restores the messages an earlier page left unsent; rejected ones wait for the user to retry. */
export function openOutbox(context: Context) {
  const me = currentUserId(context)
  if (!me) return
  const stored = readOutbox(context.storage(), me)
  context.update(({ support }) => {
    const existingIds = new Set(support.pending.map(({ clientId }) => clientId))
    support.pending = [...stored.filter(({ clientId }) => !existingIds.has(clientId)), ...support.pending]
  })
  sendUnreachable(context)
}

/** Sends the messages that failed because the server was unreachable. */
export function sendUnreachable(context: Context) {
  for (const pending of context.store.getState().support.pending) {
    if (pending.failure === 'unreachable') setFailure(context, pending, null)
  }
  flush(context)
}

export function retry(context: Context, pending: PendingMessage) {
  setFailure(context, pending, null)
  flush(context)
}

export function discard(context: Context, { clientId }: PendingMessage) {
  const me = currentUserId(context)
  if (me) removePending(context.storage(), me, [clientId])
  context.update(({ support }) => {
    support.pending = support.pending.filter((pending) => pending.clientId !== clientId)
  })
}

function flush(context: Context) {
  if (senders.has(context)) return
  const sender = sendAll(context).finally(() => {
    senders.delete(context)
    if (nextPending(context)) flush(context)
  })
  senders.set(context, sender)
}

async function sendAll(context: Context) {
  for (let sent = 0; ; sent++) {
    const next = nextPending(context)
    if (!next) return
    if (sent >= burstSize) await delay(minDelayMs)
    const me = currentUserId(context)
    try {
      const message = await sendOne(context, next)
      if (me) removePending(context.storage(), me, [next.clientId])
      if (currentUserId(context) === me) context.update((draft) => setMessage(draft, next.to, message))
    } catch (error) {
      if (isRateLimited(error)) await delay(2 * minDelayMs)
      else if (isRejected(error)) setFailure(context, next, 'rejected', messageOf(error))
      else markAllUnreachable(context)
    }
  }
}

/** Sends over the socket, or as a call if the socket is closed or doesn't reply. @throws CallFailed */
async function sendOne(
  context: Context,
  { clientId, to, message, attachment, resolve }: PendingMessage,
): Promise<SupportMessage> {
  const attached = attachment ? { [attachment.kind]: attachment.id } : {}
  const input = { ...customerParam(context, to), clientId, message, ...attached, ...(resolve && { resolve }) }
  const reply = await context.connection.request('support:send', input)
  const read = reply?.success ? z.safeDecode(SupportMessage, reply.message as z.input<typeof SupportMessage>) : null
  if (read?.success) return read.data
  const code = reply?.success === false && typeof reply.error === 'string' ? reply.error : ''
  // The call refreshes an expired token.
  if (code && code !== 'unauthorized')
    throw new CallFailed(422, code, typeof reply?.message === 'string' ? reply.message : '')
  const answer = await context.send(supportRoutes.sendMessage, input, {
    snapshotKey: `support/sent/${clientId}`,
    streams: streamsFor(context, to),
    write: (draft, { message: sent }) => setMessage(draft, to, sent),
  })
  return answer.message
}

const isRateLimited = (error: unknown) => isFailure(error) && (error.status === 429 || error.code === 'too_many')

/** A 401 doesn't count: the user may be back in a moment. */
const isRejected = (error: unknown) =>
  isFailure(error) && error.status >= 400 && error.status < 500 && error.status !== 401

function markAllUnreachable(context: Context) {
  for (const pending of context.store.getState().support.pending) {
    if (!pending.failure) setFailure(context, pending, 'unreachable')
  }
}

function setFailure(context: Context, pending: PendingMessage, failure: PendingMessage['failure'], reason = '') {
  const changed = { ...pending, failure, reason }
  const me = currentUserId(context)
  const isPending = context.store.getState().support.pending.some(({ clientId }) => clientId === pending.clientId)
  // The message's event may have arrived although its acknowledgement was lost.
  if (me && !isPending) removePending(context.storage(), me, [pending.clientId])
  if (!me || !isPending) return
  storePending(context.storage(), me, changed)
  context.update(({ support }) => {
    support.pending = support.pending.map((one) => (one.clientId === pending.clientId ? changed : one))
  })
}

const nextPending = (context: Context) =>
  context.store.getState().support.pending.find(({ failure }) => failure === null)
const currentUserId = (context: Context) => context.store.getState().accounts.user?._id ?? null
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** `crypto.randomUUID` doesn't exist on pages served over plain HTTP. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

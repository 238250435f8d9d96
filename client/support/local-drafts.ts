import * as z from 'zod/mini'
import { supportDraftPrefix, supportOutboxPrefix } from './storage-keys.ts'

/**
 * An item, an order or a picture of a transfer attached to a message; `name` is its name when it was chosen, of a picture
 * its order's id.
 */
const Attachment = z.object({ kind: z.enum(['item', 'order', 'proof']), id: z.string(), name: z.string() })
export type Attachment = z.infer<typeof Attachment>

/** A message of the user that the server hasn't acknowledged. */
const PendingMessage = z.object({
  clientId: z.string(),
  /** The customer whose conversation it belongs to. */
  to: z.string(),
  message: z.string(),
  attachment: z.nullable(Attachment),
  /** Whether the conversation is resolved with it, by staff. */
  resolve: z.optional(z.boolean()),
  createdAt: z.number(),
  /** unreachable: sent again automatically. rejected: for `reason`, sent again when the user retries. */
  failure: z.nullable(z.enum(['unreachable', 'rejected'])),
  reason: z.string(),
})
export type PendingMessage = z.infer<typeof PendingMessage>

/** Text that was typed but not sent: the message and, for staff, the note. */
const Draft = z.object({ text: z.string(), note: z.string(), attachment: z.nullable(Attachment) })
export type Draft = z.infer<typeof Draft>

export const emptyDraft: Draft = { text: '', note: '', attachment: null }

// Browsers may still hold what version 1 stored, under other names.
const PendingMessageV1 = z.pipe(
  z.object({
    clientId: z.string(),
    to: z.string(),
    message: z.string(),
    attached: z.nullable(Attachment),
    at: z.number(),
    fault: z.nullable(z.enum(['lost', 'refused'])),
    why: z.string(),
  }),
  z.transform(({ clientId, to, message, attached, at, fault, why }): PendingMessage => ({
    clientId,
    to,
    message,
    attachment: attached,
    createdAt: at,
    failure: fault && (fault === 'lost' ? 'unreachable' : 'rejected'),
    reason: why,
  })),
)
const DraftV1 = z.pipe(
  z.object({ text: z.string(), note: z.string(), attached: z.nullable(Attachment) }),
  z.transform(({ text, note, attached }): Draft => ({ text, note, attachment: attached })),
)

const StoredOutbox = z.array(z.union([PendingMessage, PendingMessageV1]))
const StoredDraft = z.union([Draft, DraftV1])

const outboxKey = (userId: string) => `${supportOutboxPrefix}:${userId}`
export const draftKey = (userId: string, to: string) => `${supportDraftPrefix}:${userId}:${to}`

/** The user's unsent messages on this device. */
export const readOutbox = (storage: Storage | null, userId: string): PendingMessage[] =>
  read(storage, outboxKey(userId), StoredOutbox) ?? []

/** Adds or replaces a message; those of other tabs stay. */
export function storePending(storage: Storage | null, userId: string, pending: PendingMessage) {
  const others = readOutbox(storage, userId).filter(({ clientId }) => clientId !== pending.clientId)
  write(storage, outboxKey(userId), [...others, pending])
}

export function removePending(storage: Storage | null, userId: string, clientIds: string[]) {
  const stored = readOutbox(storage, userId)
  const remaining = stored.filter(({ clientId }) => !clientIds.includes(clientId))
  if (remaining.length < stored.length) write(storage, outboxKey(userId), remaining.length > 0 ? remaining : null)
}

export const readDraft = (storage: Storage | null, userId: string, to: string): Draft =>
  read(storage, draftKey(userId, to), StoredDraft) ?? emptyDraft

export function storeDraft(storage: Storage | null, userId: string, to: string, draft: Draft) {
  const isEmpty = draft.text === '' && draft.note === '' && draft.attachment === null
  write(storage, draftKey(userId, to), isEmpty ? null : draft)
}

function read<T>(storage: Storage | null, key: string, schema: z.ZodMiniType<T>): T | null {
  try {
    const text = storage?.getItem(key)
    return text ? schema.parse(JSON.parse(text)) : null
  } catch {
    return null
  }
}

/** With full or forbidden storage, a draft lasts only as long as the page. */
function write(storage: Storage | null, key: string, value: unknown) {
  try {
    if (value === null) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn('Failed to store a draft', error)
  }
}

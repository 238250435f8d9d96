import * as z from 'zod/mini'

export const Attached = z.object({ kind: z.enum(['item', 'order']), id: z.string(), name: z.string() })
/** What goes along with a message: an item or an order, and what it was called when it was chosen. */
export type Attached = z.infer<typeof Attached>

export const Pending = z.object({
  clientId: z.string(),
  /** The customer whose conversation it belongs to. */
  to: z.string(),
  message: z.string(),
  attached: z.nullable(Attached),
  at: z.number(),
  /** lost: nobody answered, so it is sent again by itself. refused: `why`. */
  fault: z.nullable(z.enum(['lost', 'refused'])),
  why: z.string(),
})
/** A message of one's own that the store has not acknowledged yet. */
export type Pending = z.infer<typeof Pending>

const Draft = z.object({ text: z.string(), note: z.string(), attached: z.nullable(Attached) })
/** What is written and not sent: the message, and for staff the note beside it. */
export type Draft = z.infer<typeof Draft>

export const noDraft: Draft = { text: '', note: '', attached: null }

const outboxKey = (me: string) => `support-outbox:${me}`
const draftKey = (me: string, to: string) => `support-draft:${me}:${to}`

/** Each person's own: another one on this device neither sees nor sends it. */
export const readOutbox = (storage: Storage | null, me: string): Pending[] =>
  read(storage, outboxKey(me), z.array(Pending)) ?? []

/** Puts a message there, or another state of it. Other tabs' messages stay. */
export function keepPending(storage: Storage | null, me: string, pending: Pending) {
  const others = readOutbox(storage, me).filter(({ clientId }) => clientId !== pending.clientId)
  write(storage, outboxKey(me), [...others, pending])
}

export function dropPending(storage: Storage | null, me: string, clientIds: string[]) {
  const known = readOutbox(storage, me)
  const left = known.filter(({ clientId }) => !clientIds.includes(clientId))
  if (left.length < known.length) write(storage, outboxKey(me), left.length > 0 ? left : null)
}

export const readDraft = (storage: Storage | null, me: string, to: string): Draft =>
  read(storage, draftKey(me, to), Draft) ?? noDraft

export function keepDraft(storage: Storage | null, me: string, to: string, draft: Draft) {
  const isEmpty = draft.text === '' && draft.note === '' && draft.attached === null
  write(storage, draftKey(me, to), isEmpty ? null : draft)
}

function read<T>(storage: Storage | null, key: string, schema: z.ZodMiniType<T>): T | null {
  try {
    const text = storage?.getItem(key)
    return text ? schema.parse(JSON.parse(text)) : null
  } catch {
    return null
  }
}

/** A full or forbidden storage keeps nothing beyond this page. */
function write(storage: Storage | null, key: string, value: unknown) {
  try {
    if (value === null) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn('What was written could not be stored', error)
  }
}

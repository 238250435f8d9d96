import * as z from 'zod/mini'
import { Id } from './contract.ts'
import { MarkRead, SocketSendMessage, Typing } from './support/input-schema.ts'

const Heads = z.strictObject({
  user: z.optional(z.int().check(z.gte(0))),
  staff: z.optional(z.int().check(z.gte(0))),
  catalogue: z.optional(z.int().check(z.gte(0))),
})

/** What a client sends when it connects. `since` is its cursor. */
export const Handshake = z.strictObject({
  token: z.optional(z.string().check(z.maxLength(200))),
  epoch: z.optional(z.string().check(z.maxLength(64))),
  since: z.optional(Heads),
})

/** Messages from a connected client, each acknowledged with `{success, message?, error?}`. */
export const clientMessages = {
  // `claiming`: staff hold the order's claim in this tab. The claim ends when no tab that holds it is left.
  watch: z.strictObject({ orderId: Id, claiming: z.optional(z.boolean()) }),
  unwatch: z.strictObject({ orderId: Id }),
  session: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  // On success, the acknowledgement's `message` is the new message; errors are the same as over REST.
  'support:send': SocketSendMessage,
  'support:read': MarkRead,
  typing: Typing,
}
export type ClientMessageName = keyof typeof clientMessages

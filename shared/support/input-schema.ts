import * as z from 'zod/mini'
import { CaptchaToken, Email } from '../accounts/login-schema.ts'
import { Id } from '../contract.ts'
import { formatCount } from '../format-count.ts'
import { isVisible, withoutControls } from '../text.ts'
import { maxMessageLength } from './schema.ts'

/** A trimmed text of 1 to `maxLength` characters; `name` is what its messages call it. */
export const textField = (name: string, maxLength: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, { error: `Please write ${name}` }),
    z.maxLength(maxLength, {
      error: `${name[0]!.toUpperCase()}${name.slice(1)} can be at most ${formatCount(maxLength)} characters`,
    }),
  )

const ClientId = z.string().check(z.minLength(1), z.maxLength(64))

type Attachment = { item?: string | undefined; order?: string | undefined; proof?: string | undefined }
const countAttachments = ({ item, order, proof }: Attachment) =>
  [item, order, proof].filter((id) => id !== undefined).length
const messageInput = <C extends z.ZodMiniType>(clientId: C) =>
  z
    .strictObject({
      message: textField('a message', maxMessageLength),
      item: z.optional(Id),
      order: z.optional(Id),
      /** A picture of the transfer of one of the customer's orders. */
      proof: z.optional(Id),
      /** The customer, when staff write. Customers may send their own id. */
      userId: z.optional(Id),
      /** Staff only: resolves the conversation in the same transaction. */
      resolve: z.optional(z.boolean()),
      clientId,
    })
    .check(
      z.refine((attached: Attachment) => countAttachments(attached) <= 1, {
        error: 'A message can have only one attachment',
      }),
    )

/** A message to support, or from staff to a customer. The `clientId` makes retries safe. */
export const SendMessage = messageInput(z.optional(ClientId))
export type SendMessage = z.output<typeof SendMessage>
/** Over the socket the `clientId` is required, because an acknowledgement can be lost. */
export const SocketSendMessage = messageInput(ClientId)

/** A message from someone without an account; staff answer it by email. */
export const ContactMessage = z.strictObject({
  email: Email,
  name: z.pipe(
    z.string({ error: 'Name is required' }),
    z
      .string()
      .check(
        z.trim(),
        isVisible('Name is required'),
        z.maxLength(80, { error: 'At most 80 characters' }),
        withoutControls('Name'),
      ),
  ),
  message: textField('a message', maxMessageLength),
  recaptchaToken: CaptchaToken,
})
export type ContactMessage = z.output<typeof ContactMessage>

/** Marks the other side's messages as read, up to the one with id `upTo`. */
export const MarkRead = z.strictObject({ userId: z.optional(Id), upTo: Id })
export type MarkRead = z.output<typeof MarkRead>

export const Typing = z.strictObject({ userId: z.optional(Id), on: z.boolean() })

import { orderRoutes } from '../../shared/orders/routes.ts'
import { supportRoutes as routes } from '../../shared/support/routes.ts'
import type { ActionContext } from '../action-context.ts'
import { isAborted } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { addOrders } from '../orders/store.ts'
import { beginLoads, continueLoad } from '../stream/begun-loads.ts'
import { reloadLimit } from '../stream/lists.ts'
import { addEarlier, setThread, startThread, threadKey, unreadKey } from './store.ts'

type SocketContext = Pick<Client, 'store' | 'connection'>

const pageSize = 50
const earlierPageSize = 100
/** How many items and orders the attachment picker lists (docs/rules.md). */
export const maxListed = 50

export const attachableOrdersKey = 'support/orders'

/** The `userId` parameter of a conversation; users don't name themselves. */
export const customerParam = ({ store }: Pick<ActionContext, 'store'>, customer: string) =>
  customer === store.getState().accounts.user?._id ? {} : { userId: customer }

export const streamsFor = (context: Pick<ActionContext, 'store'>, customer: string) => [
  'userId' in customerParam(context, customer) ? ('staff' as const) : ('user' as const),
]

/** Loads the end of a conversation. If the user's own fails, it starts empty and shows new messages. @throws CallFailed */
export const loadThread = (context: ActionContext, customer: string, signal?: AbortSignal) =>
  continueLoad(threadKey(customer), () => loadLatest(context, customer, signal))

async function loadLatest(context: ActionContext, customer: string, signal?: AbortSignal) {
  const loaded = context.store.getState().support.threads[customer]?.messages.length ?? 0
  const param = customerParam(context, customer)
  const isOwn = !('userId' in param)
  try {
    await context.load(
      routes.supportChat,
      { ...param, limit: reloadLimit(loaded, pageSize) },
      {
        snapshotKey: threadKey(customer),
        streams: streamsFor(context, customer),
        signal,
        write(draft, page) {
          setThread(draft, customer, page)
          if (isOwn) draft.support.unread = page.unread
        },
      },
    )
  } catch (error) {
    if (isOwn && !isAborted(error)) context.update((draft) => startThread(draft, customer))
    throw error
  }
}

/** Loads the end of a customer's conversation for staff before it is shown, beside the customer. */
export function beginThread(context: ActionContext, customer: string) {
  const { support, accounts } = context.store.getState()
  if (support.threads[customer] || customer === accounts.user?._id) return
  beginLoads({ [threadKey(customer)]: () => loadThread(context, customer) }).catch(() => undefined)
}

/** Loads the messages before the loaded ones. @throws CallFailed */
export async function loadEarlier(context: ActionContext, customer: string) {
  const cursor = context.store.getState().support.threads[customer]?.nextCursor
  if (!cursor) return
  await context.load(
    routes.supportChat,
    { ...customerParam(context, customer), cursor, limit: earlierPageSize },
    {
      snapshotKey: `${threadKey(customer)}/before`,
      streams: streamsFor(context, customer),
      write: (draft, page) => addEarlier(draft, customer, cursor, page),
    },
  )
}

/** Loads the number of messages from support that the user hasn't read. @throws CallFailed */
export const loadUnread = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    routes.supportChat,
    { limit: 1 },
    {
      snapshotKey: unreadKey,
      streams: ['user'],
      signal,
      write: (draft, { unread }) => void (draft.support.unread = unread),
    },
  )

/** Loads the user's newest orders, to attach to a message. @throws CallFailed */
export const loadAttachableOrders = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    orderRoutes.orders,
    { limit: maxListed },
    {
      snapshotKey: attachableOrdersKey,
      streams: ['user'],
      signal,
      write: (draft, { data }) => addOrders(draft, data),
    },
  )

/** Marks all messages up to this one as read. A failure is ignored: the next message marks them again. */
export async function markReadUpTo(context: SocketContext & Pick<Client, 'call'>, customer: string, id: string) {
  const reply = await context.connection.request('support:read', { ...customerParam(context, customer), upTo: id })
  if (!reply) await context.call(routes.markMessagesRead, { id }).catch(() => undefined)
}

export const sendTyping = (context: SocketContext, customer: string, on: boolean) =>
  context.connection.request('typing', { ...customerParam(context, customer), on })

type ContactInput = { name: string; email: string; message: string; recaptchaToken?: string }

/** Sends a visitor's message. @returns the message to show @throws CallFailed */
export const sendContact = async ({ call }: Pick<ActionContext, 'call'>, input: ContactInput): Promise<string> =>
  (await call(routes.contact, input)).answer.message

import { supportRoutes as routes } from '../../shared/support-calls.ts'
import { isAborted } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { asManyAs } from '../stream/lists.ts'
import { addEarlier, beginThread, setThread, threadKey, unreadKey } from './store.ts'

const usual = 50
const more = 100

/** Whose conversation: one's own needs no name. */
export const named = (client: Client, customer: string) =>
  customer === client.store.getState().accounts.user?._id ? {} : { userId: customer }

export const streamsFor = (client: Client, customer: string) => [
  'userId' in named(client, customer) ? ('staff' as const) : ('user' as const),
]

/** The end of a conversation. Where one's own does not come, what is said from then on is shown. @throws CallFailed */
export async function loadThread(client: Client, customer: string, signal?: AbortSignal) {
  const shown = client.store.getState().support.threads[customer]?.messages
  const isOwn = !('userId' in named(client, customer))
  try {
    await client.load(
      routes.supportChat,
      { ...named(client, customer), limit: asManyAs(shown, usual) },
      {
        slice: threadKey(customer),
        streams: streamsFor(client, customer),
        signal,
        write(draft, page) {
          setThread(draft, customer, page)
          if (isOwn) draft.support.unread = page.unread
        },
      },
    )
  } catch (error) {
    if (isOwn && !isAborted(error)) client.update((draft) => beginThread(draft, customer))
    throw error
  }
}

/** What came before all that is shown. @throws CallFailed */
export async function loadEarlier(client: Client, customer: string) {
  const cursor = client.store.getState().support.threads[customer]?.nextCursor
  if (!cursor) return
  await client.load(
    routes.supportChat,
    { ...named(client, customer), cursor, limit: more },
    {
      slice: `${threadKey(customer)}/before`,
      streams: streamsFor(client, customer),
      write: (draft, page) => addEarlier(draft, customer, cursor, page),
    },
  )
}

/** How many of support's messages one has not read. @throws CallFailed */
export const loadUnread = (client: Client, signal?: AbortSignal) =>
  client.load(
    routes.supportChat,
    { limit: 1 },
    {
      slice: unreadKey,
      streams: ['user' as const],
      signal,
      write: (draft, { unread }) => void (draft.support.unread = unread),
    },
  )

/** Says that all up to a message was seen. Where this fails, it is said again with the next one. */
export async function readUpTo(client: Client, customer: string, id: string) {
  const reply = await client.connection.request('support:read', { ...named(client, customer), upTo: id })
  if (!reply) await client.call(routes.readMessages, { id }).catch(() => undefined)
}

export const tellTyping = (client: Client, customer: string, on: boolean) =>
  client.connection.request('typing', { ...named(client, customer), on })

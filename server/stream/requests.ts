import * as z from 'zod/mini'
import { invalid, Refusal } from '../../shared/refusal.ts'
import { type RequestName, requests } from '../../shared/stream.ts'
import { SupportMessage } from '../../shared/support.ts'
import { type Identity, identify } from '../accounts/identify.ts'
import { encode } from '../encode.ts'
import type { Limits } from '../http/limits.ts'
import type { Store } from '../store.ts'
import { readMessages } from '../support/read.ts'
import { sendMessage } from '../support/send.ts'
import { change } from './change.ts'
import type { StoreSocket } from './sockets.ts'
import type { Typing } from './typing.ts'
import type { Watching } from './watching.ts'

/** `message` is why it was refused, or what it brought about. */
type Reply = (answer: { success: boolean; message?: unknown; error?: string }) => void
type Means = {
  store: Store
  watching: Watching
  typing: Typing
  limits: Limits
  renew(identity: Identity): void
}
type Asking = Means & { socket: StoreSocket; me: Identity }
type Asked<N extends RequestName> = z.output<(typeof requests)[N]>

/** A socket may ask this often in all; the third request that is refused for its form or its haste ends it. */
const perSecond = 20
const mostFaults = 3

/** Answers what a client asks over its socket. */
export function answerRequests(socket: StoreSocket, means: Means) {
  let faults = 0
  let second = 0
  let inSecond = 0

  socket.onAny((name: string, ...args: unknown[]) => {
    // What came with the last of them is still handed on.
    if (faults >= mostFaults) return
    const reply: Reply = typeof args.at(-1) === 'function' ? (args.pop() as Reply) : () => {}
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) [second, inSecond] = [now, 0]
    if (means.store.env.limits && ++inSecond > perSecond) return fault(reply, tooFast())
    // Its own names alone: `toString` is no message.
    const schema = Object.hasOwn(requests, name) && requests[name as RequestName]
    if (!schema) return fault(reply, invalid('There is no such message.'))
    const read = (schema as z.ZodMiniType).safeParse(args[0])
    if (!read.success || args.length !== 1 || hasNul(read.data)) {
      return fault(reply, invalid('This message is not in its form.'))
    }
    answer(socket, name as RequestName, read.data as never, means).then(
      (message) => reply({ success: true, ...(message !== undefined && { message }) }),
      (error: unknown) => {
        if (error instanceof Refusal && error.status === 429) return fault(reply, error)
        if (error instanceof Refusal) return refuse(reply, error)
        means.store.log.error({ err: error }, 'a socket’s request failed')
        reply({ success: false, message: 'Something went wrong on our side. Nothing was changed.' })
      },
    )
  })

  function fault(reply: Reply, refusal: Refusal) {
    refuse(reply, refusal)
    const { ip, identity } = socket.data
    means.store.log.warn(
      { event: 'socket.message_refused', socketId: socket.id, ip, userId: identity?.user.id, error: refusal.code },
      'a message of a socket was out of shape, or came too soon',
    )
    if (++faults >= mostFaults) socket.disconnect(true)
  }
}

const refuse = (reply: Reply, { message, code }: Refusal) => reply({ success: false, message, error: code })
const tooFast = () => new Refusal(429, 'too_many', 'Too fast. Please slow down.')

/** Postgres keeps no text with it. */
const hasNul = (asked: unknown) =>
  Object.values(asked as object).some((value) => typeof value === 'string' && value.includes('\0'))

/** What a request does; what it returns goes into its acknowledgement. */
const answers: { [N in RequestName]: (asked: Asked<N>, asking: Asking) => unknown } = {
  watch: ({ orderId }, { socket, me, watching }) => watching.watch(socket, me.user, orderId),
  unwatch: ({ orderId }, { socket, watching }) => watching.unwatch(socket, orderId),
  session: async ({ token }, { store, me, renew }) => {
    const renewed = await identify(store.db, token)
    if (renewed?.user.id !== me.user.id) throw unauthorized()
    renew(renewed)
  },
  'support:send': async (written, { store, me, limits }) => {
    // Staff are not held up.
    if (!me.user.isAdmin) limits.count('chat', me.user.id)
    return encode(SupportMessage, await change(store, (making) => sendMessage(making, me.user, written)))
  },
  'support:read': async (read, { store, me }) => {
    await change(store, (making) => readMessages(making, me.user, read))
  },
  typing: (typed, { socket, me, typing, limits }) => {
    // That somebody stopped is never too soon.
    if (!me.user.isAdmin && typed.on) limits.count('typing', socket.id)
    return typing.hear(socket, me.user, typed)
  },
}

async function answer(socket: StoreSocket, name: RequestName, asked: never, means: Means): Promise<unknown> {
  const { identity } = socket.data
  // A visitor watches nothing, and may say so.
  if (!identity && name !== 'unwatch') throw unauthorized()
  return answers[name](asked, { ...means, socket, me: identity! })
}

const unauthorized = () => new Refusal(401, 'unauthorized', 'Please log in.')

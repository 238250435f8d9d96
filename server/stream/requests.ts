import * as z from 'zod/mini'
import { Refusal } from '../../shared/refusal.ts'
import { type RequestName, requests } from '../../shared/stream.ts'
import { type Identity, identify } from '../accounts/identify.ts'
import type { Store } from '../store.ts'
import type { StoreSocket } from './sockets.ts'
import type { Watching } from './watching.ts'

type Reply = (answer: { success: boolean; message?: string }) => void
type Means = { store: Store; watching: Watching; renew(identity: Identity): void }

/** A socket may ask this often in all; the third request that is refused for its form or its haste ends it. */
const perSecond = 20
const mostFaults = 3

/** Answers what a client asks over its socket. */
export function answerRequests(socket: StoreSocket, means: Means) {
  let faults = 0
  let second = 0
  let inSecond = 0

  socket.onAny((name: string, ...args: unknown[]) => {
    const reply: Reply = typeof args.at(-1) === 'function' ? (args.pop() as Reply) : () => {}
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) [second, inSecond] = [now, 0]
    if (means.store.env.limits && ++inSecond > perSecond) return fault(reply, 'Too fast. Please slow down.')
    // Its own names alone: `toString` is no message.
    const schema = Object.hasOwn(requests, name) && requests[name as RequestName]
    if (!schema) return fault(reply, 'There is no such message.')
    const read = (schema as z.ZodMiniType).safeParse(args[0])
    if (!read.success || args.length !== 1) return fault(reply, 'This message is not in its form.')
    answer(socket, name as RequestName, read.data as never, means).then(
      () => reply({ success: true }),
      (error: unknown) => {
        if (error instanceof Refusal) return reply({ success: false, message: error.message })
        means.store.log.error({ err: error }, 'a socket’s request failed')
        reply({ success: false, message: 'Something went wrong on our side. Nothing was changed.' })
      },
    )
  })

  function fault(reply: Reply, message: string) {
    reply({ success: false, message })
    if (++faults >= mostFaults) socket.disconnect(true)
  }
}

async function answer(
  socket: StoreSocket,
  name: RequestName,
  asked: { orderId: string } & { token: string },
  means: Means,
) {
  const { identity } = socket.data
  if (name === 'unwatch') return means.watching.unwatch(socket, asked.orderId)
  if (!identity) throw new Refusal(401, 'unauthorized', 'Please log in.')
  if (name === 'watch') return means.watching.watch(socket, identity.user, asked.orderId)
  const renewed = await identify(means.store.db, asked.token)
  if (renewed?.user.id !== identity.user.id) throw new Refusal(401, 'unauthorized', 'Please log in.')
  means.renew(renewed)
}

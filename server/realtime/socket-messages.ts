import * as z from 'zod/mini'
import { ApiError, badRequest } from '../../shared/api-error.ts'
import { type ClientMessageName, clientMessages } from '../../shared/client-messages.ts'
import { SupportMessage } from '../../shared/support/schema.ts'
import type { AppContext } from '../app-context.ts'
import { type Identity, identify } from '../auth/identify.ts'
import { encode } from '../encode.ts'
import { toApiError } from '../http/error-handler.ts'
import { newRequestId, writeRequestLine } from '../http/log-requests.ts'
import { receiveMarkRead, receiveMessage } from '../support/receive-message.ts'
import type { OrderViewers } from './order-viewers.ts'
import type { SocketSessions } from './socket-sessions.ts'
import type { Acknowledgement, AppSocket } from './typed-socket.ts'
import type { Typing } from './typing.ts'

type Services = { app: AppContext; orderViewers: OrderViewers; typing: Typing; sessions: SocketSessions }
type MessageContext = Services & { socket: AppSocket; me: Identity }
type Input<N extends ClientMessageName> = z.output<(typeof clientMessages)[N]>
// Typed per name, so that a message and its handler are matched by the compiler.
const schemas: { [N in ClientMessageName]: z.ZodMiniType<Input<N>> } = clientMessages
type Acknowledge = (acknowledgement: Acknowledgement) => void

const maxMessagesPerSecond = 20
/** Malformed and rate-limited messages until the socket is disconnected. */
const maxViolations = 3

/** The handler of each message; its result is the `message` of the acknowledgement. */
const handlers: { [N in ClientMessageName]: (input: Input<N>, context: MessageContext) => unknown } = {
  watch: ({ orderId, claiming }, { socket, me, orderViewers }) =>
    orderViewers.watch(socket, me.user, orderId, claiming === true),
  unwatch: ({ orderId }, { socket, orderViewers }) => orderViewers.unwatch(socket, orderId),
  session: async ({ token }, { app, socket, me, sessions }) => {
    const identity = await identify(app, token)
    if (identity?.user.id !== me.user.id) throw unauthorized()
    sessions.renew(socket, identity)
  },
  'support:send': async (input, { app, me }) => encode(SupportMessage, await receiveMessage(app, me, input)),
  'support:read': async (input, { app, me }) => void (await receiveMarkRead(app, me, input)),
  typing: async (input, { app, socket, me, typing }) => {
    // Stopping is never too soon.
    if (!me.user.isAdmin && input.on) await app.rateLimits.consume('typing', { socket: socket.id })
    return typing.setTyping(socket, me.user, input)
  },
}

/** Handles what a client sends over its socket; each message is acknowledged. */
export function handleSocketMessages(socket: AppSocket, services: Services) {
  const { env, log } = services.app
  let violations = 0
  let currentSecond = 0
  let messagesInSecond = 0

  socket.onAny((name: string, ...args: unknown[]) => {
    // Messages that arrived together with the last violation are still passed on.
    if (violations >= maxViolations) return
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as Acknowledge) : () => {}
    if (isTooFast()) return rejectViolation(acknowledge, tooFast())
    // `hasOwn`, because `toString` is no message.
    if (!Object.hasOwn(clientMessages, name)) return rejectViolation(acknowledge, badRequest('Unknown message.'))
    if (args.length !== 1) return rejectViolation(acknowledge, malformed())
    handle(name as ClientMessageName, args[0], acknowledge)
  })

  function handle(name: ClientMessageName, input: unknown, acknowledge: Acknowledge) {
    const parsed = z.safeParse(schemas[name], input)
    if (!parsed.success || containsNul(parsed.data)) return rejectViolation(acknowledge, malformed())
    const logLine = startLogLine(name)
    run(name, parsed.data).then(
      (message) => {
        acknowledge({ success: true, ...(message !== undefined && { message }) })
        logLine()
      },
      (error: unknown) => {
        const apiError = toApiError(error)
        if (apiError.status === 429) return rejectViolation(acknowledge, apiError)
        if (!(error instanceof ApiError)) log.error({ err: error }, 'socket message failed unexpectedly')
        reject(acknowledge, apiError)
        logLine(apiError)
      },
    )
  }

  async function run<N extends ClientMessageName>(name: N, input: Input<N>): Promise<unknown> {
    const { identity } = socket.data
    // Visitors can't watch an order, but may say that they have stopped.
    if (!identity && name !== 'unwatch') throw unauthorized()
    return handlers[name](input, { ...services, socket, me: identity! })
  }

  /** Messages that change something are logged like requests. */
  function startLogLine(name: ClientMessageName) {
    const startedAt = performance.now()
    return (error?: ApiError) => {
      if (!name.startsWith('support:')) return
      const { ip, identity } = socket.data
      writeRequestLine(log, {
        requestId: newRequestId(),
        method: 'SOCKET',
        path: name,
        status: error?.status ?? 200,
        startedAt,
        ip,
        userId: identity?.user.id,
        error,
      })
    }
  }

  function isTooFast(): boolean {
    const second = Math.floor(Date.now() / 1000)
    if (second !== currentSecond) [currentSecond, messagesInSecond] = [second, 0]
    return env.rateLimitsEnabled && ++messagesInSecond > maxMessagesPerSecond
  }

  function rejectViolation(acknowledge: Acknowledge, error: ApiError) {
    reject(acknowledge, error)
    const { ip, identity } = socket.data
    log.warn(
      { event: 'socket.message_refused', socketId: socket.id, ip, userId: identity?.user.id, error: error.code },
      'socket message malformed or rate-limited',
    )
    if (++violations >= maxViolations) socket.disconnect(true)
  }
}

const reject = (acknowledge: Acknowledge, { message, code }: ApiError) =>
  acknowledge({ success: false, message, error: code })

/** Postgres can't store the character 0. */
const containsNul = (input: object) =>
  Object.values(input).some((value) => typeof value === 'string' && value.includes('\0'))

const tooFast = () => new ApiError(429, 'too_many', 'Too fast. Please slow down.')
const malformed = () => badRequest('This message is malformed.')
const unauthorized = () => new ApiError(401, 'unauthorized', 'Please log in.')

import type { AppContext } from '../app-context.ts'
import { type AppServer, type AppSocket, socketsIn } from './typed-socket.ts'

const maxSocketsPerUser = 10
/** How long the other processes have to say how many sockets a user has there. */
const answerTimeMs = 300

/**
 * Limits the sockets of a user, over all processes: a new one disconnects the oldest. When a user connects, the
 * processes that serve them tell each other their sockets, and each disconnects its own that are too many.
 */
export function createSocketLimit(
  { bus, nodeId }: Pick<AppContext, 'bus' | 'nodeId'>,
  io: AppServer,
  disconnect: (socket: AppSocket) => void,
) {
  /** By user, what the other processes have answered: when each of their sockets connected. */
  const answers = new Map<string, Map<string, number[]>>()

  bus.subscribe('user-sockets', ({ userId, nodeId: from, connectedAtMs, isQuestion }) => {
    collectAnswers(userId).set(from, connectedAtMs)
    if (isQuestion) publish(userId, false)
  })

  /** Call it when a socket of the user has connected and the user's stream is followed. */
  function enforce(userId: string) {
    disconnectOldest(userId, [])
    collectAnswers(userId)
    publish(userId, true)
  }

  function collectAnswers(userId: string): Map<string, number[]> {
    const collected = answers.get(userId)
    if (collected) return collected
    const begun = new Map<string, number[]>()
    answers.set(userId, begun)
    setTimeout(() => {
      answers.delete(userId)
      disconnectOldest(userId, [...begun.values()].flat())
    }, answerTimeMs).unref()
    return begun
  }

  function disconnectOldest(userId: string, connectedElsewhereAtMs: number[]) {
    const sockets = socketsIn(io, `sockets:${userId}`)
    for (const [i, socket] of sockets.entries()) {
      const newer = connectedElsewhereAtMs.filter((atMs) => atMs > connectedAtMs(socket)).length
      if (sockets.length - 1 - i + newer >= maxSocketsPerUser) disconnect(socket)
    }
  }

  const publish = (userId: string, isQuestion: boolean) =>
    bus.publish('user-sockets', {
      userId,
      nodeId,
      connectedAtMs: socketsIn(io, `sockets:${userId}`).map(connectedAtMs),
      isQuestion,
    })

  return { enforce }
}

const connectedAtMs = ({ handshake }: AppSocket) => handshake.issued

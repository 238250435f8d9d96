import type { Server } from 'socket.io'
import type { StoreSocket } from './sockets.ts'

/** Whoever only loads the page again was never away, in milliseconds. */
const reload = 2000
/** A broadcast to everybody at once would hold up all others. */
const slice = 500

/** Whether somebody of staff is there, told to everybody signed in as it changes. */
export function createPresence(io: Server) {
  const staff = new Set<StoreSocket>()
  let online = false
  let leaving: NodeJS.Timeout | undefined

  /** Counts a socket of staff in. */
  function arrive(socket: StoreSocket) {
    if (!socket.data.identity?.user.isAdmin || !socket.connected) return
    staff.add(socket)
    clearTimeout(leaving)
    leaving = undefined
    become(true)
  }

  function leave(socket: StoreSocket) {
    if (!staff.delete(socket) || staff.size > 0) return
    leaving ??= setTimeout(() => {
      leaving = undefined
      become(false)
    }, reload).unref()
  }

  /** From here on it hears of changes: what it is told first has to be `isOnline()` of the same moment. */
  function listen(socket: StoreSocket) {
    if (socket.connected) void socket.join('people')
  }

  function become(now: boolean) {
    if (online === now) return
    online = now
    void tellAll()
  }

  async function tellAll() {
    const ids = [...(io.sockets.adapter.rooms.get('people') ?? [])]
    for (let i = 0; i < ids.length; i += slice) {
      if (i > 0) await new Promise(setImmediate)
      io.to(ids.slice(i, i + slice)).emit('presence', { supportOnline: online })
    }
  }

  return { arrive, leave, listen, isOnline: () => online }
}

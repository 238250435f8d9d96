import type { AppContext } from '../app-context.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'

/** A page reload disconnects for less than this. */
const gracePeriodMs = 2000
/** A broadcast to everyone at once would block the event loop. */
const batchSize = 500

/** Tracks whether any staff are online, here or on another process, and sends changes to every signed-in user. */
export function createPresence({ bus, staffPresence }: Pick<AppContext, 'bus' | 'staffPresence'>, io: AppServer) {
  const staffSockets = new Set<AppSocket>()
  let isOnlineHere = false
  let isOnlineElsewhere = false
  let online = false
  let offlineTimer: NodeJS.Timeout | undefined
  let onChangeHere = () => {}

  bus.subscribe('peers', (peers) => {
    isOnlineElsewhere = peers.some(({ staffOnline }) => staffOnline)
    update()
  })

  /** Counts a staff socket as online; ignores others. */
  function add(socket: AppSocket) {
    if (!socket.data.identity?.user.isAdmin || !socket.connected) return
    staffSockets.add(socket)
    clearTimeout(offlineTimer)
    offlineTimer = undefined
    setOnlineHere(true)
  }

  function remove(socket: AppSocket) {
    if (!staffSockets.delete(socket) || staffSockets.size > 0) return
    offlineTimer ??= setTimeout(() => {
      offlineTimer = undefined
      setOnlineHere(false)
    }, gracePeriodMs).unref()
  }

  /** Sends changes to the socket from now on; send it `isOnline()` in the same tick. */
  function subscribe(socket: AppSocket) {
    if (socket.connected) void socket.join('users')
  }

  function setOnlineHere(value: boolean) {
    if (isOnlineHere === value) return
    isOnlineHere = value
    onChangeHere()
    update()
  }

  function update() {
    const value = isOnlineHere || isOnlineElsewhere
    if (online === value) return
    online = value
    staffPresence.isOnline = value
    void broadcast()
  }

  async function broadcast() {
    const ids = [...(io.sockets.adapter.rooms.get('users') ?? [])]
    for (let i = 0; i < ids.length; i += batchSize) {
      if (i > 0) await new Promise(setImmediate)
      io.to(ids.slice(i, i + batchSize)).emit('presence', { supportOnline: online })
    }
  }

  return {
    add,
    remove,
    subscribe,
    isOnline: () => online,
    isOnlineHere: () => isOnlineHere,
    /** Calls `listener` when staff come online on this process, or none is left. */
    onChangeHere: (listener: () => void) => void (onChangeHere = listener),
  }
}

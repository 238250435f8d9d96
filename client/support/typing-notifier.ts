/** The server accepts one typing signal per 2 s. */
const minDelayMs = 2100
/** How often someone who keeps typing is announced again. */
const repeatMs = 3000
/** Without a key press for this long, someone has stopped typing. */
const idleMs = 5000

export type TypingNotifier = ReturnType<typeof createTypingNotifier>

/** Announces when the user starts and stops typing, within the server's rate limit. */
export function createTypingNotifier(notify: (on: boolean) => void) {
  let isTyping = false
  let announced = false
  let announcedAt = -Infinity
  let pending: ReturnType<typeof setTimeout> | undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function update() {
    clearTimeout(pending)
    if (!isTyping && !announced) return
    const dueAt = announcedAt + (isTyping && announced ? repeatMs : minDelayMs)
    const now = Date.now()
    if (now >= dueAt) {
      announced = isTyping
      announcedAt = now
      notify(isTyping)
    } else if (!isTyping || !announced) pending = setTimeout(update, dueAt - now)
  }

  function stop() {
    clearTimeout(idle)
    isTyping = false
    update()
  }

  return {
    /** Call for each key press. */
    typed() {
      isTyping = true
      clearTimeout(idle)
      idle = setTimeout(stop, idleMs)
      update()
    },
    stop,
    /** Announces again after a reconnect: the server has forgotten what was announced before. */
    repeat() {
      announced = false
      announcedAt = -Infinity
      update()
    },
    /** Call when the message is sent: its arrival ends the typing indicator, so nothing is announced. */
    sent() {
      clearTimeout(idle)
      clearTimeout(pending)
      isTyping = false
      announced = false
    },
  }
}

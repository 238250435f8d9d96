/** The store hears of typing at most once in 2 s; who types on is told every 3 s, and who rests for 5 s types no more. */
const [least, again, rest] = [2100, 3000, 5000]

export type TypingTeller = ReturnType<typeof createTypingTeller>

/** Tells the other side when somebody types, no more often than it wants to hear of it. */
export function createTypingTeller(tell: (on: boolean) => void) {
  let wanted = false
  let told = false
  let at = -Infinity
  let waiting: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined

  function settle() {
    clearTimeout(waiting)
    if (!wanted && !told) return
    const due = at + (wanted && told ? again : least)
    const now = Date.now()
    if (now >= due) {
      told = wanted
      at = now
      tell(wanted)
    } else if (!wanted || !told) waiting = setTimeout(settle, due - now)
  }

  function stop() {
    clearTimeout(resting)
    wanted = false
    settle()
  }

  return {
    /** A key was pressed. */
    typed() {
      wanted = true
      clearTimeout(resting)
      resting = setTimeout(stop, rest)
      settle()
    },
    stop,
    /** Nobody could be told so far. */
    repeat() {
      told = false
      at = -Infinity
      settle()
    },
    /** What was typed is on its way: its arrival says enough. */
    sent() {
      clearTimeout(resting)
      clearTimeout(waiting)
      wanted = false
      told = false
    },
  }
}

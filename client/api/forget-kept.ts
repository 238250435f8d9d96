/** Kept in this tab for each order whose payment page was opened. */
const ofOrders = 'payment-opened/'
/** What was said to be kept until it is sent: a message, and a profile that was changed without a connection. */
const waiting = ['support-outbox', 'profile']

/**
 * Takes what this device keeps for one person, which has their id in its key: `support-draft:{id}:{to}`. What waits to be
 * sent stays, for its owner alone: it counts as done, and goes when that person is back.
 */
export function forgetKept(storage: Storage, userId: string) {
  forget(storage, (key) => {
    const [what, owner] = key.split(':')
    return owner === userId && !waiting.includes(what!)
  })
  if (typeof sessionStorage !== 'undefined') forget(sessionStorage, (key) => key.startsWith(ofOrders))
}

function forget(storage: Storage, isMeant: (key: string) => boolean) {
  // Each one that goes moves the others.
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at))
  for (const key of keys) if (key !== null && isMeant(key)) storage.removeItem(key)
}

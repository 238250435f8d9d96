import { shownVerificationsPrefix } from './storage-keys.ts'

/** How many orders are remembered; older ones have long been verified. */
const maxOrders = 50

/**
 * Records that an order's verification was shown on this device.
 * @returns whether this is the first time; always true without storage
 */
export function claimVerification(storage: Storage | null, userId: string, orderId: string): boolean {
  const key = `${shownVerificationsPrefix}:${userId}`
  try {
    const shown = storage?.getItem(key)?.split(' ') ?? []
    if (shown.includes(orderId)) return false
    storage?.setItem(key, [orderId, ...shown].slice(0, maxOrders).join(' '))
  } catch (error) {
    console.warn('Failed to store that a verification was shown', error)
  }
  return true
}

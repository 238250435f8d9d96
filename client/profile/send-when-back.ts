import type { Client } from '../client.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import type { ShowToast } from '../ui/toast.tsx'
import { followKept, sendWaiting } from './actions.ts'

/** How long after an attempt that did not arrive the next one is made, in milliseconds. */
const pause = 20_000

/** Sends what waits on this device as soon as the store can be reached. Returns how to end it. */
export function sendWhenBack(client: Client, toast: ShowToast) {
  const waits = () => client.store.getState().profile.waiting !== null
  let sending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function send() {
    if (sending || !waits()) return
    sending = true
    try {
      if (await sendWaiting(client)) toast('Profile updated successfully!', { type: 'success' })
    } catch (error) {
      toast(tellFailure(error, 'Error updating profile'), { type: 'error', duration: 8000 })
    } finally {
      sending = false
      again()
    }
  }

  function again() {
    clearTimeout(timer)
    if (waits()) timer = setTimeout(hear, pause)
  }

  const hear = () => void send()
  const unfollow = followKept(client)
  const unsubscribe = client.store.subscribe(
    (state, before) => state.profile.waiting !== before.profile.waiting && again(),
  )
  addEventListener('online', hear)
  hear()

  return () => {
    clearTimeout(timer)
    unfollow?.()
    unsubscribe()
    removeEventListener('online', hear)
  }
}

import type { ActionContext } from '../action-context.ts'
import type { Client } from '../client.ts'
import { errorMessage } from '../lib/error-message.ts'
import type { ShowToast } from '../ui/toast.tsx'
import { followPendingProfile, sendPendingProfile } from './actions.ts'

type Context = ActionContext & Pick<Client, 'session' | 'storage' | 'store'>

const retryDelayMs = 20_000

/**
 * Sends pending profile changes as soon as the server is reachable.
 * @returns how to stop
 */
export function sendWhenOnline(context: Context, toast: ShowToast) {
  const hasPending = () => context.store.getState().profile.pending !== null
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function send() {
    if (isSending || !hasPending()) return
    isSending = true
    try {
      if (await sendPendingProfile(context)) toast('Profile updated successfully!', { type: 'success' })
    } catch (error) {
      toast(errorMessage(error, 'Error updating profile'), { type: 'error', duration: 8000 })
    } finally {
      isSending = false
      scheduleRetry()
    }
  }

  function scheduleRetry() {
    clearTimeout(timer)
    if (hasPending()) timer = setTimeout(sendNow, retryDelayMs)
  }

  const sendNow = () => void send()
  const unfollow = followPendingProfile(context)
  const unsubscribe = context.store.subscribe((state, previous) => {
    if (state.profile.pending !== previous.profile.pending) scheduleRetry()
  })
  addEventListener('online', sendNow)
  sendNow()

  return () => {
    clearTimeout(timer)
    unfollow?.()
    unsubscribe()
    removeEventListener('online', sendNow)
  }
}

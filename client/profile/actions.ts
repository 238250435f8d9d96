import { signInRoutes } from '../../shared/accounts/login-routes.ts'
import { profileRoutes } from '../../shared/accounts/profile-routes.ts'
import type { Profile, ProfileUpdate } from '../../shared/accounts/profile-schema.ts'
import { accountRoutes } from '../../shared/accounts/routes.ts'
import type { User } from '../../shared/accounts/schema.ts'
import { loadMe } from '../accounts/actions.ts'
import { meKey, setUser } from '../accounts/store.ts'
import type { ActionContext } from '../action-context.ts'
import { isFailure, isNetworkError } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { pendingProfileKey, readPendingProfile, writePendingProfile } from './pending-profile.ts'
import { changedFields, displayedProfile, profileOf, setProfile } from './store.ts'

type Context = ActionContext & Pick<Client, 'session' | 'storage'>
/** pending: the server was unreachable, and the changes are stored on this device. */
export type SaveResult = 'saved' | 'pending'

/**
 * @param profile with the current password if the email address changes; neither of the two is stored on this device
 * @throws CallFailed when it is rejected, or when it can be neither sent nor stored on this device
 */
export async function saveProfile(context: Context, profile: ProfileUpdate): Promise<SaveResult> {
  try {
    await sendProfile(context, profile)
    return 'saved'
  } catch (error) {
    if (!isNetworkError(error) || !storeChanges(context, profile)) throw error
    return 'pending'
  }
}

/**
 * Sends the pending changes, on top of the server's current profile.
 * @returns whether something was sent; false while the server is unreachable
 * @throws CallFailed when they are rejected; they are then dropped, and the server's profile is shown
 */
export const sendPendingProfile = (context: Context): Promise<boolean> => inOneTab(() => sendPending(context))

/**
 * Shows the changes stored on this device, and follows those of other tabs.
 * @returns how to stop
 */
export function followPendingProfile(
  context: Context,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'> = window,
) {
  const { user } = context.store.getState().accounts
  if (!user) return
  showStored(context, user._id)
  const handleStorage = (event: StorageEvent) => {
    if (event.key === pendingProfileKey(user._id)) showStored(context, user._id)
  }
  page.addEventListener('storage', handleStorage)
  return () => page.removeEventListener('storage', handleStorage)
}

/** Hides the note about a new email address; its link stays valid. */
export const dismissUnconfirmedEmail = (context: Context) => updateStored(context, { unconfirmedEmail: null })

/** @throws CallFailed 422 for a wrong current password or a too common new one */
export const changePassword = (context: ActionContext, input: { oldPassword: string; newPassword: string }) =>
  context.send(signInRoutes.changePassword, input, { snapshotKey: meKey, streams: ['user'], write: writeUser })

async function sendProfile(context: Context, profile: ProfileUpdate) {
  const { user } = await context.send(profileRoutes.updateProfile, profile, {
    snapshotKey: meKey,
    streams: ['user'],
    write: writeUser,
  })
  updateStored(context, { pending: null, unconfirmedEmail: user.email === profile.email ? null : profile.email })
}

async function sendPending(context: Context): Promise<boolean> {
  const { user } = context.store.getState().accounts
  if (!user) return false
  // Another tab may have sent them.
  const { pending } = readPendingProfile(context.storage(), user._id)
  if (!pending) {
    showStored(context, user._id)
    return false
  }
  try {
    const { answer } = await context.call(accountRoutes.me, {})
    if (answer.user._id !== user._id || context.session.current()?.user._id !== user._id) return false
    await sendProfile(context, { ...profileOf(answer.user), ...pending })
    return true
  } catch (error) {
    if (!isRejected(error)) return false
    updateStored(context, { pending: null })
    await loadMe(context).catch(() => undefined)
    throw error
  }
}

function storeChanges(context: Context, profile: Profile): boolean {
  const { accounts, profile: stored } = context.store.getState()
  if (!accounts.user) return false
  const changes = changedFields(displayedProfile(accounts.user, stored.pending), profile)
  // A new address alone is nothing to store.
  if (profile.email !== accounts.user.email && Object.keys(changes).length === 0) return false
  return updateStored(context, { pending: { ...stored.pending, ...changes } })
}

function updateStored(context: Context, change: Partial<State['profile']>): boolean {
  const { accounts, profile } = context.store.getState()
  if (!accounts.user) return false
  const updated = { ...profile, ...change }
  const isStored = writePendingProfile(context.storage(), accounts.user._id, updated)
  if (isStored || !change.pending) context.update((draft) => setProfile(draft, updated))
  return isStored
}

const showStored = (context: Context, userId: string) =>
  context.update((draft) => setProfile(draft, readPendingProfile(context.storage(), userId)))

function writeUser(draft: State, { user }: { user: User }) {
  if (draft.accounts.user?._id === user._id) setUser(draft, user)
}

/** The server rejected the input itself, so sending it again can't help. */
const isRejected = (error: unknown) =>
  isFailure(error) && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

/** Runs in one tab at a time, in browsers with the Web Locks API. */
const inOneTab = <T>(run: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks
    ? navigator.locks.request('profile', run).then((result) => result)
    : run()

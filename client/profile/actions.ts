import { accountRoutes, type User } from '../../shared/accounts.ts'
import { type Profile, profileRoutes } from '../../shared/profile-calls.ts'
import { signInRoutes } from '../../shared/sign-in.ts'
import { loadMe } from '../accounts/actions.ts'
import { meKey, setUser } from '../accounts/store.ts'
import { isFailure, isNetwork } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import { keptKey, readKept, writeKept } from './kept.ts'
import { changesOf, profileOf, setUnconfirmed, setWaiting, shownProfile } from './store.ts'

/** kept: the store could not be reached, and it waits on this device. */
export type Saved = 'saved' | 'kept'
type Listening = 'addEventListener' | 'removeEventListener'

/** @throws CallFailed when it is refused, or can be neither sent nor kept */
export async function saveProfile(client: Client, wanted: Profile): Promise<Saved> {
  try {
    await sendProfile(client, wanted)
    return 'saved'
  } catch (error) {
    if (!isNetwork(error) || !keepChange(client, wanted)) throw error
    return 'kept'
  }
}

/**
 * Sends what waits on this device, over what the store knows by now.
 * @returns whether something was sent; not while the store cannot be reached
 * @throws CallFailed when it is refused: then it is given up, and what the store has is shown
 */
export const sendWaiting = (client: Client): Promise<boolean> => alone(() => sendKept(client))

/** Shows what waits on this device, also when another tab changes that. Returns how to end it. */
export function followKept(client: Client, page: Pick<Window, Listening> = window) {
  const { user } = client.store.getState().accounts
  if (!user) return
  showKept(client, user._id)
  const hear = (event: StorageEvent) => {
    if (event.key === keptKey(user._id)) showKept(client, user._id)
  }
  page.addEventListener('storage', hear)
  return () => page.removeEventListener('storage', hear)
}

/** The new address is not waited for any more; its link still works. */
export const forgetUnconfirmed = (client: Client) => changeKept(client, { unconfirmed: null })

/** @throws CallFailed 422 when it is not the present password, or the new one is too well known */
export const changePassword = (client: Client, asked: { oldPassword: string; newPassword: string }) =>
  client.send(signInRoutes.changePassword, asked, { slice: meKey, streams: ['user'], write: writeUser })

async function sendProfile(client: Client, wanted: Profile) {
  const { user } = await client.send(profileRoutes.updateProfile, wanted, {
    slice: meKey,
    streams: ['user'],
    write: writeUser,
  })
  const unconfirmed = user.email === wanted.email ? null : wanted.email
  changeKept(client, { waiting: null, unconfirmed })
}

async function sendKept(client: Client): Promise<boolean> {
  const { user } = client.store.getState().accounts
  if (!user) return false
  // Another tab may have sent it.
  const { waiting } = readKept(client.storage(), user._id)
  if (!waiting) return (showKept(client, user._id), false)
  try {
    const { answer } = await client.call(accountRoutes.me, {})
    if (answer.user._id !== user._id || client.session.current()?.user._id !== user._id) return false
    await sendProfile(client, { ...profileOf(answer.user), ...waiting })
    return true
  } catch (error) {
    if (!isRefusal(error)) return false
    changeKept(client, { waiting: null })
    await loadMe(client).catch(() => undefined)
    throw error
  }
}

function keepChange(client: Client, wanted: Profile): boolean {
  const { accounts, profile } = client.store.getState()
  if (!accounts.user) return false
  const changes = changesOf(shownProfile(accounts.user, profile.waiting), wanted)
  return changeKept(client, { waiting: { ...profile.waiting, ...changes } })
}

function changeKept(client: Client, change: Partial<State['profile']>): boolean {
  const { accounts, profile } = client.store.getState()
  if (!accounts.user) return false
  const isKept = writeKept(client.storage(), accounts.user._id, { ...profile, ...change })
  if (isKept || !change.waiting) client.update((draft) => show(draft, { ...profile, ...change }))
  return isKept
}

const showKept = (client: Client, userId: string) =>
  client.update((draft) => show(draft, readKept(client.storage(), userId)))

function show(draft: State, { waiting, unconfirmed }: State['profile']) {
  setWaiting(draft, waiting)
  setUnconfirmed(draft, unconfirmed)
}

function writeUser(draft: State, { user }: { user: User }) {
  if (draft.accounts.user?._id === user._id) setUser(draft, user)
}

/** The store has looked at it and will not have it, now or later. */
const isRefusal = (error: unknown) =>
  isFailure(error) && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

/** One tab at a time, where the browser can tell. */
const alone = <T>(run: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && navigator.locks
    ? navigator.locks.request('profile', run).then((done) => done)
    : run()

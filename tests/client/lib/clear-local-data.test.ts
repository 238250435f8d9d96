import { afterEach, expect, it, vi } from 'vitest'
import { createSession } from '../../../client/api/session.ts'
import { clearUserData } from '../../../client/local-data.ts'
import { pendingProfileKey, writePendingProfile } from '../../../client/profile/pending-profile.ts'
import { storeDraft, storePending, emptyDraft, readDraft, readOutbox } from '../../../client/support/local-drafts.ts'
import { buildUser } from '../build.ts'
import { openBrowser } from '../browser.ts'

afterEach(() => void vi.unstubAllGlobals())

const draft = { ...emptyDraft, text: 'My card ends in' }
const unsent = {
  clientId: 'c1',
  to: 'u1',
  message: 'Hello?',
  attachment: null,
  createdAt: 1,
  failure: 'unreachable' as const,
  reason: '',
}

/** A device shared by two users with stored data: u1 is logged in, u2 was before. */
function openDevice() {
  const browser = openBrowser()
  const [tab, other] = [browser.openTab(), browser.openTab()]
  const session = createSession({ clearUserData })
  const storage = tab.localStorage
  const perTab = openBrowser()
  vi.stubGlobal('sessionStorage', perTab.openTab().localStorage)
  sessionStorage.setItem('payment-opened/o1', '1')
  sessionStorage.setItem('ref', 'ADA')
  session.open(tab, storage)
  session.set({ token: 't', user: buildUser() })
  for (const me of ['u1', 'u2']) {
    writePendingProfile(storage, me, { pending: { phone: '+94-771234567' }, unconfirmedEmail: null })
    storeDraft(storage, me, me, draft)
    storeDraft(storage, me, 'u1', draft)
    storeDraft(storage, me, 'u3', draft)
  }
  return { session, storage, stored: browser.storage, perTab: perTab.storage, otherTab: other }
}

const otherUsersKeys = [pendingProfileKey('u2'), 'support-draft:u2:u1', 'support-draft:u2:u2', 'support-draft:u2:u3']

it('logging out deletes the user’s data and keeps other users’', () => {
  const { session, storage, stored, perTab } = openDevice()
  storage.removeItem(pendingProfileKey('u1'))
  session.clear()
  expect([...stored.keys()].toSorted()).toEqual(otherUsersKeys)
  expect([...perTab.keys()], 'the referral code belongs to no user').toEqual(['ref'])
})

it('logging out keeps unsent changes for their user', () => {
  const { session, storage, stored } = openDevice()
  storePending(storage, 'u1', unsent)
  session.clear()
  expect([...stored.keys()].toSorted()).toEqual(
    [...otherUsersKeys, pendingProfileKey('u1'), 'support-outbox:u1'].toSorted(),
  )
  expect(readOutbox(storage, 'u1')).toEqual([unsent])
})

it('an expired session keeps the user’s data', () => {
  const { session, storage, stored, perTab } = openDevice()
  const before = [...stored.keys()].filter((key) => key !== 'token' && key !== 'user')
  session.clear('expired')
  expect([...stored.keys()]).toEqual(before)
  expect(readDraft(storage, 'u1', 'u1')).toEqual(draft)
  expect([...perTab.keys()]).toEqual(['payment-opened/o1', 'ref'])
})

it('another tab that learns of it deletes nothing more', async () => {
  const { session, storage, otherTab } = openDevice()
  const listening = createSession({ clearUserData })
  listening.open(otherTab, otherTab.localStorage)
  session.clear('expired')
  await vi.waitFor(() => expect(listening.current()).toBeNull())
  expect(readDraft(storage, 'u1', 'u1')).toEqual(draft)
})

it('logging out works without storage', () => {
  const session = createSession({ clearUserData })
  session.open(openBrowser().openTab(), null)
  session.set({ token: 't', user: buildUser() })
  session.clear()
  expect(session.current()).toBeNull()
})

import { afterEach, expect, test, vi } from 'vitest'
import { createSession } from '../../client/api/session.ts'
import { keptKey, writeKept } from '../../client/profile/kept.ts'
import { keepDraft, keepPending, noDraft, readDraft, readOutbox } from '../../client/support/kept.ts'
import { buildUser } from './build.ts'
import { openBrowser } from './pages.ts'

afterEach(() => void vi.unstubAllGlobals())

const draft = { ...noDraft, text: 'My card ends in' }
const waiting = { clientId: 'c1', to: 'u1', message: 'Hello?', attached: null, at: 1, fault: 'lost' as const, why: '' }

/** A device that two people use: u1 is signed in, u2 was; each left something. */
function openDevice() {
  const browser = openBrowser()
  const [tab, other] = [browser.openTab(), browser.openTab()]
  const session = createSession()
  const storage = tab.localStorage
  const inTab = openBrowser()
  vi.stubGlobal('sessionStorage', inTab.openTab().localStorage)
  sessionStorage.setItem('payment-opened/o1', '1')
  sessionStorage.setItem('ref', 'ADA')
  session.open(tab, storage)
  session.set({ token: 't', user: buildUser() })
  for (const me of ['u1', 'u2']) {
    writeKept(storage, me, { waiting: { phone: '+94-771234567' }, unconfirmed: null })
    keepDraft(storage, me, me, draft)
    keepDraft(storage, me, 'u1', draft)
    keepDraft(storage, me, 'u3', draft)
  }
  return { session, storage, kept: browser.kept, inTab: inTab.kept, other }
}

const ofOthers = [keptKey('u2'), 'support-draft:u2:u1', 'support-draft:u2:u2', 'support-draft:u2:u3']

test('what was kept for who signs out goes; what is another’s stays', () => {
  const { session, storage, kept, inTab } = openDevice()
  storage.removeItem(keptKey('u1'))
  session.clear()
  expect([...kept.keys()].toSorted()).toEqual(ofOthers)
  expect([...inTab.keys()], 'the code that brought them here is nobody’s').toEqual(['ref'])
})

test('what counts as sent stays, for its sender', () => {
  const { session, storage, kept } = openDevice()
  keepPending(storage, 'u1', waiting)
  session.clear()
  expect([...kept.keys()].toSorted()).toEqual([...ofOthers, keptKey('u1'), 'support-outbox:u1'].toSorted())
  expect(readOutbox(storage, 'u1')).toEqual([waiting])
})

test('who was signed out by the clock finds what they left', () => {
  const { session, storage, kept, inTab } = openDevice()
  const before = [...kept.keys()].filter((key) => key !== 'token' && key !== 'user')
  session.clear('expired')
  expect([...kept.keys()]).toEqual(before)
  expect(readDraft(storage, 'u1', 'u1')).toEqual(draft)
  expect([...inTab.keys()]).toEqual(['payment-opened/o1', 'ref'])
})

test('another tab that hears of it takes nothing more: the first one knew why', async () => {
  const { session, storage, other } = openDevice()
  const listening = createSession()
  listening.open(other, other.localStorage)
  session.clear('expired')
  await vi.waitFor(() => expect(listening.current()).toBeNull())
  expect(readDraft(storage, 'u1', 'u1')).toEqual(draft)
})

test('where nothing can be kept, signing out is still that', () => {
  const session = createSession()
  session.open(openBrowser().openTab(), null)
  session.set({ token: 't', user: buildUser() })
  session.clear()
  expect(session.current()).toBeNull()
})

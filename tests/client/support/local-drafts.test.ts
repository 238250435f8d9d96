import { expect, it } from 'vitest'
import { readDraft, readOutbox, storeDraft, storePending } from '../../../client/support/local-drafts.ts'
import { openBrowser } from '../browser.ts'

const attachment = { kind: 'order' as const, id: 'o1', name: '#PG3BED' }
const messageV1 = { clientId: 'a', to: 'u1', message: 'Hello', attached: attachment, at: 7, fault: 'lost', why: '' }

it('reads the unsent messages that version 1 stored, and adds new ones to them', () => {
  const { localStorage } = openBrowser().openTab()
  const refused = { ...messageV1, clientId: 'b', attached: null, fault: 'refused', why: 'Not with these words.' }
  const unsent = { ...messageV1, clientId: 'c', fault: null }
  localStorage.setItem('support-outbox:u1', JSON.stringify([messageV1, refused, unsent]))
  const common = { to: 'u1', message: 'Hello', attachment, createdAt: 7, reason: '' }
  const expected = [
    { ...common, clientId: 'a', failure: 'unreachable' as const },
    { ...common, clientId: 'b', attachment: null, failure: 'rejected' as const, reason: 'Not with these words.' },
    { ...common, clientId: 'c', failure: null },
  ]
  expect(readOutbox(localStorage, 'u1')).toEqual(expected)

  const added = { ...common, clientId: 'd', message: 'One more', failure: null }
  storePending(localStorage, 'u1', added)
  expect(readOutbox(localStorage, 'u1')).toEqual([...expected, added])
  expect(localStorage.getItem('support-outbox:u1')).not.toContain('attached')
})

it('reads the draft that version 1 stored', () => {
  const { localStorage } = openBrowser().openTab()
  const stored = { text: 'Half a sent', note: 'To check', attached: attachment }
  localStorage.setItem('support-draft:u1:u2', JSON.stringify(stored))
  const draft = { text: 'Half a sent', note: 'To check', attachment }
  expect(readDraft(localStorage, 'u1', 'u2')).toEqual(draft)
  storeDraft(localStorage, 'u1', 'u2', draft)
  expect(readDraft(localStorage, 'u1', 'u2')).toEqual(draft)
})

it('ignores what is neither', () => {
  const { localStorage } = openBrowser().openTab()
  localStorage.setItem('support-outbox:u1', '[{"message":"Hello"}]')
  localStorage.setItem('support-draft:u1:u2', '{"text":7}')
  expect(readOutbox(localStorage, 'u1')).toEqual([])
  expect(readDraft(localStorage, 'u1', 'u2')).toEqual({ text: '', note: '', attachment: null })
})

import { expect, it } from 'vitest'
import { threadEntries } from '../../../client/support/thread-entries.ts'
import { at } from '../build.ts'
import { buildMessage, buildNote, mira } from './build.ts'

const dayMs = 86_400_000

it('groups messages by sender and day, with notes at their time', () => {
  const entries = threadEntries({
    messages: [
      buildMessage(1),
      buildMessage(2),
      buildMessage(3, { sender: mira }),
      buildMessage(4, { createdAt: at + dayMs }),
    ],
    notes: [buildNote({ createdAt: at + 2500 })],
    pending: [],
    me: 'u1',
  })
  const shape = entries.map((entry) =>
    entry.kind === 'message' ? `${entry.message.seq}${entry.first ? '*' : ''}` : entry.kind,
  )
  expect(shape).toEqual(['day', '1*', '2', 'note', '3*', 'day', '4*'])
})

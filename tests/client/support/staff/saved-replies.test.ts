import { expect, it } from 'vitest'
import { createClient } from '../../../../client/create-client.ts'
import { changeReply } from '../../../../client/support/staff/actions.ts'
import { at, buildPage } from '../../build.ts'
import { stateOf } from '../../device.ts'
import { createFakeServer } from '../../fake-server.ts'

const reply = { _id: 'r1', title: 'Hello', text: 'Hello {name}', version: 1, createdAt: at, updatedAt: at }

it('stores the current reply when someone else has changed it', async () => {
  const theirs = { ...reply, title: 'Welcome', version: 2 }
  const time = new Date(at).toISOString()
  const data = { ...theirs, createdAt: time, updatedAt: time }
  const { send } = createFakeServer({
    'PUT /admin/replies/r1': () => ({ status: 409, body: { error: 'reply_changed', message: 'Changed.', data } }),
  })
  const client = createClient(buildPage(), { send, locks: undefined, url: 'http://127.0.0.1:1' })
  client.update((draft) => void (draft.staffSupport.replies = [reply]))
  const input = { title: 'Hi', text: 'Hi {name}', version: 1 }
  await expect(changeReply(client, 'r1', input)).rejects.toMatchObject({ code: 'reply_changed' })
  expect(stateOf(client).staffSupport.replies).toEqual([theirs])
})

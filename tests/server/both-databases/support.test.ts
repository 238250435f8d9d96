import { afterAll, beforeAll, expect, test } from 'vitest'
import { byWait } from '../../../shared/support.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildStaff, buildUser, type Somebody } from '../../build.ts'
import { opening } from '../../database.ts'
import { expectWhole, talkIn } from '../support/talk.ts'

let store: TestStore
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  mira = await buildStaff(store, { firstName: 'Mira' })
}, opening)
afterAll(() => store.close())

test('what many send and read at once has no gap, is there once, and is counted right', async () => {
  const { write, read, list } = talkIn(store)
  const ada = await buildUser(store)
  const first = await write(mira, 'Welcome', { userId: ada.id })
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      if (i % 4 === 3) return read(ada, first._id)
      if (i % 4 === 2) return write(mira, `Answer ${i}`, { userId: ada.id, clientId: 'the same' })
      return write(ada, `Question ${i}`, { clientId: `${i % 8}` })
    }),
  )
  const { rows } = await expectWhole(store, ada.id)
  expect(rows).toHaveLength(1 + 1 + 4)
  expect((await list(ada, '?limit=2')).body.messages.map((one) => one.seq)).toEqual([5, 6])
})

test('the inbox comes in the same order, page by page, and is searched alike', async () => {
  const { write, change, inbox } = talkIn(store)
  const people = await Promise.all(Array.from({ length: 7 }, (_, i) => buildUser(store, { lastName: `Name${i}` })))
  for (const [i, person] of people.entries()) {
    await write(person, i === 4 ? 'A question of 5% or 10%' : 'A question')
    if (i % 3 === 1) await write(mira, 'An answer', { userId: person.id })
    if (i % 3 === 2) await change(mira, person, { status: 'resolved', assignee: mira.id })
  }
  const { data } = (await inbox(mira)).body
  const places = data.map(({ _id, waitingSince, lastMessageAt }) => ({
    _id,
    waitingSince: waitingSince && Date.parse(waitingSince),
    lastMessageAt: Date.parse(lastMessageAt),
  })) as Parameters<typeof byWait>[0][]
  expect(places).toEqual(places.toReversed().toSorted(byWait))
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await inbox(mira, `?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.map((one) => one._id))
    cursor = body.nextCursor ?? ''
  } while (cursor)
  expect(seen).toEqual(data.map((one) => one._id))
  const found = async (query: string) => (await inbox(mira, query)).body.data.map((one) => one._id)
  expect(await found('?q=5%25%20OR')).toEqual([people[4]!.id])
  expect(await found('?q=person%20NAME2')).toEqual([people[2]!.id])
  expect((await found(`?assignee=${mira.id}`)).toSorted()).toEqual([people[2]!.id, people[5]!.id].toSorted())
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, supportConversations } from '../../../drizzle/schema.ts'
import { byWait } from '../../../shared/support.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { eventsOf, expectWhole, type Inbox, talkIn } from './talk.ts'

let store: TestStore
let talk: ReturnType<typeof talkIn>
let mira: Somebody
let sol: Somebody
beforeAll(async () => {
  store = await openTestStore()
  talk = talkIn(store)
  mira = await buildStaff(store, { firstName: 'Mira' })
  sol = await buildStaff(store, { firstName: 'Sol' })
})
afterAll(() => store.close())

const standingOf = async (customer: Somebody) => {
  const { conversation } = await expectWhole(store, customer.id)
  return conversation
}
const actionsOn = ({ id }: Somebody) => store.store.db.select().from(audit).where(eq(audit.subjectId, id))
const placed = ({ _id, waitingSince, lastMessageAt }: Inbox) => ({
  _id,
  waitingSince: waitingSince === null ? null : Date.parse(waitingSince),
  lastMessageAt: Date.parse(lastMessageAt),
})

describe('a conversation', () => {
  test('is open from the first message without an answer, and waits for the customer from the answer on', async () => {
    const ada = await buildUser(store)
    await talk.write(ada, 'One')
    const { waitingSince, status } = await standingOf(ada)
    expect(status).toBe('open')
    await talk.write(ada, 'Two')
    expect((await standingOf(ada)).waitingSince).toEqual(waitingSince)
    await talk.write(mira, 'Here', { userId: ada.id })
    expect(await standingOf(ada)).toMatchObject({ status: 'waiting', waitingSince: null })
    await talk.write(ada, 'Thanks')
    expect(await standingOf(ada)).toMatchObject({ status: 'open' })
    expect((await standingOf(ada)).waitingSince!.getTime()).toBeGreaterThan(waitingSince!.getTime())
  })

  test('that was resolved is opened by a reply', async () => {
    const ada = await buildUser(store)
    await talk.write(ada, 'One')
    expect((await talk.change(mira, ada, { status: 'resolved' })).body.data).toMatchObject({
      status: 'resolved',
      waitingSince: null,
    })
    await talk.write(ada, 'Not quite')
    expect(await standingOf(ada)).toMatchObject({ status: 'open' })
  })

  test('is put in another state or other hands, which is told to staff and noted once', async () => {
    const ada = await buildUser(store)
    await talk.write(ada, 'Hello')
    const colleague = await store.follow({ token: sol.token })
    const assigned = await talk.change(mira, ada, { assignee: sol.id })
    expect(assigned.body.data).toMatchObject({ assignee: { _id: sol.id, firstName: 'Sol' }, status: 'open' })
    await until(() => eventsOf(colleague, 'support.conversation').length === 1)
    expect(eventsOf(colleague, 'support.conversation')[0]).toMatchObject({ conversation: assigned.body.data })
    expect((await talk.change(mira, ada, { assignee: sol.id, status: 'open' })).status).toBe(200)
    expect(await actionsOn(ada)).toMatchObject([
      {
        action: 'support.change',
        subject: 'support',
        actorId: mira.id,
        before: { status: 'open', assignee: null },
        after: { status: 'open', assignee: sol.id },
      },
    ])
    expect((await talk.change(sol, ada, { status: 'waiting', assignee: null })).body.data).toMatchObject({
      status: 'waiting',
      assignee: null,
      waitingSince: null,
    })
    expect(await actionsOn(ada)).toHaveLength(2)
    await until(() => eventsOf(colleague, 'support.conversation').length === 2)
  })

  test('is changed by staff alone, to what there is, where there is one', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    await talk.write(ada, 'Hello')
    expect((await talk.change(ada, ada, { status: 'resolved' })).status).toBe(403)
    expect(await talk.change(mira, ada, {})).toMatchObject({
      status: 400,
      body: { message: 'Please say what to change: status or assignee' },
    })
    expect((await talk.change(mira, ada, { status: 'closed' })).status).toBe(400)
    expect((await talk.change(mira, ada, { assignee: eve.id })).body).toMatchObject({ error: 'not_staff' })
    expect((await talk.change(mira, ada, { assignee: 'none' })).status).toBe(422)
    expect((await talk.change(mira, eve, { status: 'open' })).status).toBe(404)
    expect(await standingOf(ada)).toMatchObject({ status: 'open', assigneeId: null })
    expect(await actionsOn(ada)).toEqual([])
  })

  test('has a reply noted without its words', async () => {
    const ada = await buildUser(store)
    const { _id } = await talk.write(mira, 'CANARY-4', { userId: ada.id })
    const actions = await actionsOn(ada)
    expect(actions).toMatchObject([{ action: 'support.reply', actorId: mira.id, after: { message: _id } }])
    expect(JSON.stringify(actions)).not.toContain('CANARY')
  })
})

describe('the inbox', () => {
  let own: TestStore
  let staff: Somebody
  let others: Somebody[]
  beforeAll(async () => {
    own = await openTestStore()
    staff = await buildStaff(own, { firstName: 'Mira' })
    others = []
    const { write, change } = talkIn(own)
    for (let i = 0; i < 12; i += 1) {
      const person = await buildUser(own, { firstName: i === 3 ? 'Zoë' : `Guest${i}`, lastName: 'Inbox' })
      others.push(person)
      await write(person, i === 5 ? 'Where is my 100% refund?' : `Hello ${i}`)
      if (i % 3 === 1) await write(staff, 'Here you are', { userId: person.id })
      if (i % 3 === 2) await change(staff, person, { status: 'resolved', assignee: staff.id })
    }
    // Some since the same instant, so that only their ids tell them apart.
    const at = new Date(Date.now() - 60_000)
    for (const i of [0, 3, 6]) {
      await own.store.db
        .update(supportConversations)
        .set({ waitingSince: at })
        .where(eq(supportConversations.userId, others[i]!.id))
    }
  })
  afterAll(() => own.close())

  const list = (query = '') => talkIn(own).inbox(staff, query)
  const ids = async (query: string) => (await list(query)).body.data.map((one) => one._id)
  const idsOf = (...some: number[]) => some.map((i) => others[i]!.id).toSorted()

  test('is in the order of the wait, and the client sorts it the same way', async () => {
    const { data, totalCount } = (await list()).body
    expect(totalCount).toBe(12)
    expect(data.map((one) => one.status)).toEqual([
      ...Array.from({ length: 4 }, () => 'open'),
      ...Array.from({ length: 8 }, () => expect.stringMatching(/waiting|resolved/)),
    ])
    expect(data.map(placed)).toEqual(data.map(placed).toReversed().toSorted(byWait))
    expect(data[0]).toMatchObject({ unread: 1, customer: { lastName: 'Inbox' }, lastMessage: { byStaff: false } })
  })

  test.each([1, 2, 3, 4, 5, 7, 11, 12, 13])('comes whole in pages of %i', async (limit) => {
    const all = await ids('')
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map((one) => one._id))
      cursor = body.nextCursor ?? ''
    } while (cursor)
    expect(seen).toEqual(all)
  })

  test('is filtered by state, hands and what is unread', async () => {
    expect((await ids('?status=open')).toSorted()).toEqual(idsOf(0, 3, 6, 9))
    expect((await ids('?status=waiting')).toSorted()).toEqual(idsOf(1, 4, 7, 10))
    expect((await ids(`?assignee=${staff.id}`)).toSorted()).toEqual(idsOf(2, 5, 8, 11))
    expect(await ids('?assignee=none&status=resolved')).toEqual([])
    expect(await ids('?unread=0')).toEqual([])
    const { body } = await list('?status=open&limit=1')
    expect(body).toMatchObject({ counts: { open: 4, waiting: 4, resolved: 4 }, totalCount: 4 })
    expect((await list('?status=closed')).status).toBe(400)
    expect((await list('?cursor=nonsense')).status).toBe(400)
  })

  test('is searched by name, e-mail and what was written', async () => {
    expect(await ids('?q=zoë%20inbox')).toEqual(idsOf(3))
    expect(await ids(`?q=${others[7]!.email}`)).toEqual(idsOf(7))
    expect(await ids('?q=100%25%20REFUND')).toEqual(idsOf(5))
    expect(await ids('?q=he')).toEqual([])
    expect(await ids('?q=%25')).toEqual([])
    expect((await ids('?q=inbox')).length).toBe(12)
  })

  test('tells staff how it changes: the whole row and the counts', async () => {
    const follower = await own.follow({ token: staff.token })
    const person = others[1]!
    await talkIn(own).write(person, 'Again')
    await until(() => eventsOf(follower, 'support.conversation').length === 1)
    const [row] = (await list(`?q=${person.email}`)).body.data
    expect(eventsOf(follower, 'support.conversation')).toEqual([
      { conversation: row, counts: { open: 5, waiting: 3, resolved: 4 } },
    ])
    expect(row!.lastMessage).toMatchObject({ text: 'Again', byStaff: false, name: person.firstName })
  })

  test('is for staff alone', async () => {
    for (const path of ['/admin/support', `/admin/support/${staff.id}`, '/admin/support-staff', '/admin/replies']) {
      expect((await own.call('GET', path, undefined, { token: others[0]!.token })).status).toBe(403)
      expect((await own.call('GET', path)).status).toBe(401)
    }
  })
})

test('staff have the customer, the orders and the colleagues before them', async () => {
  const [ada, eve] = [await buildUser(store, { firstName: 'Ada' }), await buildUser(store)]
  const [first, second] = [await buildOrder(store, ada), await buildOrder(store, ada)]
  await buildOrder(store, eve)
  type Panel = { conversation: Inbox | null; orders: { _id: string }[]; customer: unknown; notes: unknown[] }
  const panelOf = (id: string) => store.call<Panel>('GET', `/admin/support/${id}`, undefined, mira)
  const { data } = (await panelOf(ada.id)).body
  expect(data).toMatchObject({ conversation: null, notes: [], customer: { _id: ada.id, email: ada.email, points: 0 } })
  expect(data.orders.map((one) => one._id)).toEqual([second._id, first._id])
  expect((await panelOf('none')).status).toBe(404)
  await talk.write(ada, 'Hello')
  expect((await panelOf(ada.id)).body.data.conversation).toMatchObject({ _id: ada.id, unread: 1 })
  const { body } = await store.call('GET', '/admin/support-staff', undefined, mira)
  expect(body.data).toEqual([
    { _id: mira.id, firstName: 'Mira', lastName: 'Test' },
    { _id: sol.id, firstName: 'Sol', lastName: 'Test' },
  ])
})

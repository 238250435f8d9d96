import {
  notifications,
  type orders,
  savedReplies,
  supportConversations,
  supportMessages,
  supportNotes,
} from '../../drizzle/schema.ts'
import { preparedInsert, type Tx } from '../../server/db/transactions.ts'
import { afterMessage, afterStatus } from '../../shared/support.ts'
import { insertAll } from './insert-all.ts'
import type { SeededAction } from './insert-audit.ts'
import type { SeededItem } from './insert-catalogue.ts'
import type { Cast, SeededPerson } from './insert-people.ts'
import { seedId } from './seed-id.ts'
import { replies, talks } from './talks.ts'
import { tellTalks, type Told } from './tell-talks.ts'

type Given = { items: Map<string, SeededItem>; orders: (typeof orders.$inferInsert)[]; cast: Cast; now: number }

const insertMessages = preparedInsert('seed_messages', supportMessages)

const emptyRows = () => ({
  conversations: [] as (typeof supportConversations.$inferInsert)[],
  messages: [] as (typeof supportMessages.$inferSelect)[],
  notes: [] as (typeof supportNotes.$inferInsert)[],
  notifications: [] as (typeof notifications.$inferInsert)[],
  actions: [] as SeededAction[],
})
type Rows = ReturnType<typeof emptyRows>

/** 30 conversations, what staff noted beside them, and their saved replies. @returns what staff did */
export async function insertSupport(tx: Tx, { items, orders, cast, now }: Given): Promise<SeededAction[]> {
  const rows = emptyRows()
  for (const told of tellTalks(talks, { items: [...items.values()], orders, cast, now })) live(rows, told, now)
  await insertAll(tx, supportConversations, rows.conversations)
  await insertMessages(tx, rows.messages)
  await insertAll(tx, supportNotes, rows.notes)
  await insertAll(tx, notifications, rows.notifications)
  const at = new Date(now - 90 * 24 * 3_600_000)
  await insertAll(
    tx,
    savedReplies,
    replies.map((reply) => ({ ...reply, id: seedId(`reply ${reply.title}`), createdAt: at, updatedAt: at })),
  )
  return rows.actions
}

/** Lets it be said, line by line, by the same rules as any other conversation. */
function live(rows: Rows, { customer, staff, lines, assigned, resolved, unread, notes }: Told, now: number) {
  const time = (minutesAgo: number) => new Date(now - minutesAgo * 60_000)
  const last = lines.at(-1)!
  // What nobody has read yet are the last lines, all by the same side.
  const lastOfOther = lines.findLastIndex((line) => line.byStaff !== last.byStaff)
  const firstUnread = unread ? (last.byStaff ? lines.length - 1 : lastOfOther + 1) : lines.length
  const count = lines.length - firstUnread
  const act = (action: string, at: Date, what: { before?: object; after: object }) =>
    rows.actions.push({ actorId: staff.id, action, subject: 'support', subjectId: customer.id, at, ...what })

  let standing: ReturnType<typeof afterMessage> = { status: 'open', waitingSince: null }
  lines.forEach(({ text, byStaff, itemId, orderId, minutesAgo }, i) => {
    const [id, at] = [seedId(`message ${customer.id} ${i}`), time(minutesAgo)]
    standing = afterMessage(standing, byStaff, at.getTime())
    rows.messages.push({
      id,
      userId: customer.id,
      seq: i + 1,
      senderId: byStaff ? staff.id : customer.id,
      fromStaff: byStaff,
      message: text,
      itemId,
      orderId,
      clientId: null,
      read: i < firstUnread,
      createdAt: at,
    })
    if (byStaff) act('support.reply', at, { after: { message: id } })
  })
  const before = { status: standing.status, assignee: assigned ? staff.id : null }
  if (assigned) {
    const at = time(lines.find((line) => line.byStaff)!.minutesAgo + 1)
    act('support.change', at, {
      before: { status: 'open', assignee: null },
      after: { status: 'open', assignee: staff.id },
    })
  }
  if (resolved) {
    const at = time(last.minutesAgo - 1)
    standing = afterStatus(standing, 'resolved', at.getTime())
    act('support.change', at, { before, after: { ...before, status: 'resolved' } })
  }
  rows.conversations.push({
    userId: customer.id,
    status: standing.status,
    assigneeId: before.assignee,
    lastSeq: lines.length,
    lastMessageAt: time(last.minutesAgo),
    waitingSince: standing.waitingSince === null ? null : new Date(standing.waitingSince),
    customerUnread: last.byStaff ? count : 0,
    staffUnread: last.byStaff ? 0 : count,
    createdAt: time(lines[0]!.minutesAgo),
  })
  if (last.byStaff && count > 0) rows.notifications.push(noticeOf(customer, time(last.minutesAgo)))
  notes.forEach((text, i) => {
    const [id, at] = [seedId(`note ${customer.id} ${i}`), time(last.minutesAgo - 1)]
    rows.notes.push({ id, userId: customer.id, authorId: staff.id, text, createdAt: at })
    act('support.note', at, { after: { note: id } })
  })
}

const noticeOf = (customer: SeededPerson, createdAt: Date): typeof notifications.$inferInsert => ({
  id: seedId(`notification support ${customer.id}`),
  userId: customer.id,
  type: 'info',
  message: 'Support replied to you',
  link: '/support',
  read: false,
  createdAt,
})

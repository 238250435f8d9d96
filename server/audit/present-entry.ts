import { inArray, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  type audit,
  categories,
  coupons,
  items,
  savedReplies,
  supportMessages,
  users,
  visitorConversations,
  visitorMessages,
} from '../../drizzle/schema.ts'
import type { AuditEntry } from '../../shared/audit/schema.ts'
import { isVisitorId } from '../../shared/support/rules.ts'
import type { Db } from '../db/transactions.ts'

export type AuditRow = Pick<
  typeof audit.$inferSelect,
  'seq' | 'action' | 'subject' | 'subjectId' | 'before' | 'after' | 'at' | 'hash'
> & { actorId: string | null }

/** Presents rows with the current names of who acted, of their subjects and of everything they refer to. */
export async function presentEntries(db: Pick<Db, 'select'>, rows: AuditRow[]): Promise<AuditEntry[]> {
  const referenced = rows.map(referencesOf)
  const namesByKind = await readNames(db, referenced.flat())
  return rows.map((row, index) => {
    const { seq, action, subject, subjectId, before, after, at, hash } = row
    const names: Record<string, string> = {}
    for (const { kind, id } of referenced[index]!) {
      const name = namesByKind.get(kind)?.get(id)
      if (name !== undefined) names[id] = name.label
    }
    const actor = row.actorId === null ? null : (namesByKind.get('user')?.get(row.actorId)?.user ?? null)
    return {
      seq,
      actor,
      action,
      subject,
      subjectId,
      subjectName: nameOfSubject(row, names),
      before,
      after,
      names,
      at: at.getTime(),
      hash,
    }
  })
}

/** Characters of a text that lists and events show. */
const maxTextLength = 1000

/** An entry with long texts, such as an item's description, shortened. */
export const shortenTexts = (entry: AuditEntry): AuditEntry => ({
  ...entry,
  before: shortenIn(entry.before),
  after: shortenIn(entry.after),
})

function shortenIn(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value
  if (Array.isArray(value)) return value.map(shortenIn)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, nested]) => [key, shortenIn(nested)]))
}

const kinds = {
  user: { table: users, id: users.id, name: sql<string>`${users.firstName} || ' ' || ${users.lastName}` },
  item: { table: items, id: items.id, name: sql<string>`${items.name}` },
  category: { table: categories, id: categories.id, name: sql<string>`${categories.name}` },
  coupon: { table: coupons, id: coupons.id, name: sql<string>`${coupons.code}` },
  reply: { table: savedReplies, id: savedReplies.id, name: sql<string>`${savedReplies.title}` },
  message: { table: supportMessages, id: supportMessages.id, name: sql<string>`${supportMessages.message}` },
  visitor: {
    table: visitorConversations,
    id: visitorConversations.id,
    name: sql<string>`${visitorConversations.name}`,
  },
  visitorMessage: { table: visitorMessages, id: visitorMessages.id, name: sql<string>`${visitorMessages.message}` },
} as const satisfies Record<string, { table: SQLiteTable; id: SQLiteColumn; name: unknown }>
type Kind = keyof typeof kinds
type Reference = { kind: Kind; id: string }
type Name = { label: string; user: AuditEntry['actor'] }

const subjectKinds: Partial<Record<AuditEntry['subject'], Kind>> = {
  item: 'item',
  category: 'category',
  coupon: 'coupon',
  customer: 'user',
  staff: 'user',
  support: 'user',
  reply: 'reply',
}

/** The fields of `before` and `after` that hold ids. */
const fieldKinds: Record<string, Kind> = {
  categoryId: 'category',
  itemId: 'item',
  item: 'item',
  user: 'user',
  assignee: 'user',
  message: 'message',
}

function referencesOf({ actorId, action, subject, subjectId, before, after }: AuditRow): Reference[] {
  const references: Reference[] = actorId === null ? [] : [{ kind: 'user', id: actorId }]
  const isVisitor = subject === 'support' && isVisitorId(subjectId)
  const subjectKind = isVisitor ? 'visitor' : subjectKinds[subject]
  if (subjectKind) references.push({ kind: subjectKind, id: subjectId })
  for (const state of [before, after]) {
    if (action === 'category.order' && Array.isArray(state)) {
      // Only the first are shown.
      references.push(...(state as string[]).slice(0, 20).map((id) => ({ kind: 'category' as const, id })))
    } else if (state !== null && typeof state === 'object') {
      for (const [field, value] of Object.entries(state)) {
        const kind = isVisitor && field === 'message' ? 'visitorMessage' : fieldKinds[field]
        if (kind && typeof value === 'string') references.push({ kind, id: value })
      }
    }
  }
  return references
}

/** One query for each kind. */
async function readNames(db: Pick<Db, 'select'>, references: Reference[]) {
  const found = new Map<Kind, Map<string, Name>>()
  for (const kind of Object.keys(kinds) as Kind[]) {
    const ids = [...new Set(references.filter((reference) => reference.kind === kind).map(({ id }) => id))]
    if (ids.length === 0) continue
    found.set(kind, kind === 'user' ? await readUsers(db, ids) : await readLabels(db, kind, ids))
  }
  return found
}

async function readUsers(db: Pick<Db, 'select'>, ids: string[]) {
  const rows = await db
    .select({ _id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map((user) => [user._id, { label: `${user.firstName} ${user.lastName}`, user }]))
}

async function readLabels(db: Pick<Db, 'select'>, kind: Exclude<Kind, 'user'>, ids: string[]) {
  const { table, id, name } = kinds[kind]
  const rows = await db.select({ id, name }).from(table).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, { label: row.name.slice(0, 200), user: null }]))
}

/** The current name; of a deleted row, the one it had. */
function nameOfSubject({ subject, subjectId, before, after }: AuditRow, names: Record<string, string>): string | null {
  const current = names[subjectId]
  if (current !== undefined) return current
  const states = [after, before].filter((state) => state !== null && typeof state === 'object') as Record<
    string,
    unknown
  >[]
  if (subject === 'review') {
    const item = states[0]?.item
    return typeof item === 'string' ? (names[item] ?? null) : null
  }
  const field = { coupon: 'code', reply: 'title' }[subject as string] ?? 'name'
  const name = states.map((state) => state[field]).find((value) => typeof value === 'string' && value !== '')
  return (name as string | undefined) ?? null
}

import { audit, streams } from '../../drizzle/schema.ts'
import { hashOf } from '../../server/activity/audit.ts'
import { preparedInsert, type Tx } from '../../server/db/transactions.ts'

/** Something that staff did, before it has its place in the chain. */
export type SeededAction = Omit<typeof audit.$inferInsert, 'seq' | 'hash' | 'previousHash' | 'at'> & { at: Date }

const insertRows = preparedInsert('seed_audit', audit)

/** Everything that staff did, in the order of time, each row with the hash of the one before. */
export async function insertAudit(tx: Tx, actions: SeededAction[]) {
  let previousHash = ''
  const chained = actions
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((action, i) => {
      const row = { before: null, after: null, ...action, seq: i + 1 }
      const linked = { ...row, previousHash, hash: hashOf(row, previousHash) }
      previousHash = linked.hash
      return linked
    })
  await insertRows(tx, chained)
  await tx.insert(streams).values({ name: 'audit', seq: chained.length })
}

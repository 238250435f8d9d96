import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { secondFactors, users } from '../../drizzle/schema.ts'
import type { TeamMember } from '../../shared/accounts/second-factor-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

/** Everyone with the staff role, by name. */
export async function listTeam(db: Db): Promise<TeamMember[]> {
  const rows = await selectMembers(db).where(eq(users.isAdmin, true)).orderBy(asc(users.firstName), asc(users.id))
  return rows.map(presentMember)
}

/** A member of staff; null if the user isn't one. */
export async function readTeamMember(db: Db | Tx, id: string): Promise<TeamMember | null> {
  const [row] = await selectMembers(db).where(and(eq(users.id, id), eq(users.isAdmin, true)))
  return row ? presentMember(row) : null
}

/** Shows staff whether a colleague has a second factor. */
export async function publishTeamMember({ tx, publish }: MutationContext, id: string) {
  const member = await readTeamMember(tx, id)
  if (member) publish('staff', { type: 'staff.member', data: { member } })
}

const selectMembers = (db: Db | Tx) =>
  db
    .select({
      _id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      since: secondFactors.confirmedAt,
    })
    .from(users)
    .leftJoin(secondFactors, and(eq(secondFactors.userId, users.id), isNotNull(secondFactors.confirmedAt)))

type Row = Awaited<ReturnType<typeof selectMembers>>[number]
const presentMember = ({ since, ...member }: Row): TeamMember => ({
  ...member,
  secondFactorSince: since?.getTime() ?? null,
})

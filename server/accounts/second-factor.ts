import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { secondFactors } from '../../drizzle/schema.ts'
import { conflict, ApiError, notFound, unprocessable } from '../../shared/api-error.ts'
import { normalizeCode, type SecondFactor, type TeamMember } from '../../shared/accounts/second-factor-schema.ts'
import type { AppContext } from '../app-context.ts'
import { recordAction } from '../audit/record-action.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Db } from '../db/transactions.ts'
import {
  recoveryCodeUsedTemplate,
  secondFactorChangedTemplate,
  secondFactorResetTemplate,
} from '../mail/email-templates.ts'
import { encrypt, decrypt } from '../encryption.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endOtherSessions, endSessions } from './end-session.ts'
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { publishTeamMember, readTeamMember } from './team.ts'
import { buildTotpUri, currentTimeStep, generateTotpSecret, matchTimeStep } from './totp.ts'

type Owner = { id: string; email: string }
/** Turning the second factor on or off ends every session but `sessionId`. */
type OwnerWithSession = Owner & { sessionId: string }

/** Part of the key derivation: changing it makes every stored secret unreadable. */
const encryptionPurpose = 'second factors'

export async function readSecondFactor({ db, env }: AppContext, userId: string): Promise<SecondFactor> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return {
    since: factor?.confirmedAt?.getTime() ?? null,
    recoveryCodesLeft: factor?.confirmedAt ? await countRecoveryCodes(db, userId) : 0,
    required: env.staffSecondFactorRequired,
  }
}

/** Creates a secret, which takes effect once a first code is confirmed. @throws 409 when a second factor is on */
export async function beginSecondFactor({ tx, env, now }: MutationContext, { id, email }: Owner) {
  const secret = generateTotpSecret()
  const encrypted = encrypt(env, encryptionPurpose, id, secret)
  const [begun] = await tx
    .insert(secondFactors)
    .values({ userId: id, secret: encrypted })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: encrypted, lastStep: 0, createdAt: now },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning()
  if (!begun)
    throw conflict(
      'second_factor_in_use',
      'Two-factor authentication is already on. Turn it off before you set it up again.',
    )
  return { secret, uri: buildTotpUri(secret, email) }
}

/**
 * Turns the second factor on with a first code.
 * @returns the recovery codes, which can't be read again
 * @throws 409 when none was begun; 422 for a wrong code
 */
export async function confirmSecondFactor(
  ctx: MutationContext,
  owner: OwnerWithSession,
  code: string,
): Promise<string[]> {
  const { tx, env } = ctx
  const { id } = owner
  const [factor] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, id), isNull(secondFactors.confirmedAt)))
  if (!factor) throw notBegun()
  const step = matchTimeStep(decrypt(env, encryptionPurpose, id, factor.secret), code)
  if (step === null) throw unprocessable('wrong_code', 'This code is not right. Please try the next one.')
  const [confirmed] = await tx
    .update(secondFactors)
    .set({ confirmedAt: ctx.now, lastStep: step })
    .where(
      and(eq(secondFactors.userId, id), isNull(secondFactors.confirmedAt), eq(secondFactors.secret, factor.secret)),
    )
    .returning()
  if (!confirmed) throw notBegun()
  const codes = await replaceRecoveryCodes(tx, id)
  await recordChange(ctx, owner, 'on')
  return codes
}

/** Turns the second factor off with a code of the app or a recovery code. @throws 409 when it is off; 422 for a wrong code */
export async function removeSecondFactor(ctx: MutationContext, owner: OwnerWithSession, code: string) {
  const { tx } = ctx
  const result = await useCode(ctx, owner, code)
  if (result === 'no-second-factor') throw conflict('no_second_factor', 'Two-factor authentication is not on.')
  if (result === 'wrong') throw unprocessable('wrong_code', wrongOrUsed)
  await tx.delete(secondFactors).where(eq(secondFactors.userId, owner.id))
  await deleteRecoveryCodes(tx, owner.id)
  await recordChange(ctx, owner, 'off')
  // Where it's required, this session was staff's.
  if (ctx.env.staffSecondFactorRequired) await endSessions(ctx, owner.id, 'role')
}

/**
 * Turns off the second factor of a colleague who has lost device and recovery codes, and ends their sessions.
 * @param code of the second factor of the one who does it
 * @throws 422 for one's own, or a wrong code; 404 unless the colleague is staff; 409 when either of the two has none
 */
export async function resetSecondFactor(
  ctx: MutationContext,
  staff: Owner,
  colleagueId: string,
  code: string,
): Promise<TeamMember> {
  const { tx } = ctx
  if (colleagueId === staff.id) {
    throw unprocessable('own_second_factor', 'You can’t reset your own two-factor authentication. Turn it off instead.')
  }
  const colleague = await readTeamMember(tx, colleagueId)
  if (!colleague) throw notFound('Member of staff not found')
  const result = await useCode(ctx, staff, code)
  if (result === 'no-second-factor') {
    throw conflict('own_second_factor_off', 'To reset a colleague’s two-factor authentication, turn on your own first.')
  }
  if (result === 'wrong') throw unprocessable('wrong_code', wrongOrUsed)
  if (colleague.secondFactorSince === null) {
    throw conflict('no_second_factor', `${colleague.firstName} has no two-factor authentication.`)
  }
  await tx.delete(secondFactors).where(eq(secondFactors.userId, colleagueId))
  await deleteRecoveryCodes(tx, colleagueId)
  await endSessions(ctx, colleagueId, 'staff')
  await recordActivity(ctx, colleagueId, 'profile_update', 'Two-factor authentication was reset by a colleague')
  ctx.mail(secondFactorResetTemplate(colleague.email, ctx.env.publicUrl))
  await publishTeamMember(ctx, colleagueId)
  await recordAction(ctx, {
    actorId: staff.id,
    action: 'second_factor.reset',
    subject: 'staff',
    subjectId: colleagueId,
  })
  return { ...colleague, secondFactorSince: null }
}

/** In a backup: which of its codes have been used since is unknown until the app opens it. */
const stepOfBackup = 2_147_483_647

/** Makes every authenticator code of until now unusable in a restored backup; in any other database there is nothing to do. */
export async function revokeCodesOfBackup(db: Db) {
  const lastStep = currentTimeStep() + 1
  await db.update(secondFactors).set({ lastStep }).where(eq(secondFactors.lastStep, stepOfBackup))
}

/** Requires a code at login if the user has a second factor. @throws 401 when the code is missing or wrong */
export async function requireSecondFactor(ctx: MutationContext, owner: Owner, code: string | undefined) {
  const result = await useCode(ctx, owner, code)
  if (result === 'missing') {
    throw new ApiError(401, 'second_factor_required', 'Please enter the code of your authenticator app.')
  }
  if (result === 'wrong') throw new ApiError(401, 'wrong_code', wrongOrUsed)
}

const wrongOrUsed = 'This code is not right, or was already used.'

const notBegun = () => conflict('second_factor_not_begun', 'There is no setup to confirm. Please start again.')

/** Uses a code up: neither it nor one of an earlier time step is accepted again. */
async function useCode(
  ctx: MutationContext,
  { id, email }: Owner,
  code: string | undefined,
): Promise<'no-second-factor' | 'missing' | 'accepted' | 'wrong'> {
  const { tx, env } = ctx
  const [factor] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, id), isNotNull(secondFactors.confirmedAt)))
  if (!factor) return 'no-second-factor'
  if (!code) return 'missing'
  const normalized = normalizeCode(code)
  if (!/^\d{6}$/.test(normalized)) {
    if (!(await useRecoveryCode(tx, id, normalized))) return 'wrong'
    ctx.mail(recoveryCodeUsedTemplate(email, env.publicUrl, await countRecoveryCodes(tx, id)))
    return 'accepted'
  }
  const step = matchTimeStep(decrypt(env, encryptionPurpose, id, factor.secret), normalized)
  if (step === null) return 'wrong'
  const [updated] = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, id), lt(secondFactors.lastStep, step)))
    .returning()
  return updated ? 'accepted' : 'wrong'
}

async function recordChange(ctx: MutationContext, { id, email, sessionId }: OwnerWithSession, state: 'on' | 'off') {
  await endOtherSessions(ctx, id, sessionId)
  await recordActivity(ctx, id, 'profile_update', `Turned two-factor authentication ${state}`)
  ctx.mail(secondFactorChangedTemplate(email, ctx.env.publicUrl, state === 'on'))
  await publishTeamMember(ctx, id)
  await recordAction(ctx, { actorId: id, action: `second_factor.${state}`, subject: 'staff', subjectId: id })
}

import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { secondFactors } from '../../drizzle/schema.ts'
import { conflict, Refusal, unacceptable } from '../../shared/refusal.ts'
import { bare, type SecondFactor } from '../../shared/second-factor.ts'
import { recordAction } from '../activity/audit.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/transactions.ts'
import { recoveryCodeUsedLetter, secondFactorLetter } from '../mail/letters.ts'
import { seal, unseal } from '../seal.ts'
import type { Change } from '../stream/change.ts'
import { endOthers } from './end-session.ts'
import { countRecoveryCodes, forgetRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { newSecret, stepOf, uriOf } from './totp.ts'

type Owner = { id: string; email: string }
/** Somebody who changes how one gets in: only the session that does it goes on. */
type Changing = Owner & { sessionId: string }

const use = 'second factors'

export async function readSecondFactor(db: Db, userId: string): Promise<SecondFactor> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return {
    since: factor?.confirmedAt?.getTime() ?? null,
    recoveryCodesLeft: factor?.confirmedAt ? await countRecoveryCodes(db, userId) : 0,
  }
}

/** A new secret, which counts for nothing until a first code is confirmed. @throws 409 when one is in use */
export async function beginSecondFactor({ tx, env }: Change, { id, email }: Owner) {
  const secret = newSecret()
  const sealed = seal(env, use, id, secret)
  const [begun] = await tx
    .insert(secondFactors)
    .values({ userId: id, secret: sealed })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: sealed, lastStep: 0, createdAt: new Date() },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning()
  if (!begun)
    throw conflict('second_factor_in_use', 'Your second factor is on already. Turn it off before you set up another.')
  return { secret, uri: uriOf(secret, email) }
}

/**
 * Turns it on with a first code.
 * @returns the recovery codes, which nobody can read again
 * @throws 409 when none was begun, 422 for a wrong code
 */
export async function confirmSecondFactor(making: Change, owner: Changing, code: string): Promise<string[]> {
  const { tx, env } = making
  const { id } = owner
  const [factor] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, id), isNull(secondFactors.confirmedAt)))
  if (!factor) throw conflict('second_factor_not_begun', 'There is no second factor to confirm. Please begin again.')
  const step = stepOf(unseal(env, use, id, factor.secret), code)
  if (step === null) throw unacceptable('wrong_code', 'This code is not right. Please try the next one.')
  const [on] = await tx
    .update(secondFactors)
    .set({ confirmedAt: new Date(), lastStep: step })
    .where(
      and(eq(secondFactors.userId, id), isNull(secondFactors.confirmedAt), eq(secondFactors.secret, factor.secret)),
    )
    .returning()
  if (!on) throw conflict('second_factor_not_begun', 'There is no second factor to confirm. Please begin again.')
  await note(making, owner, true)
  return replaceRecoveryCodes(tx, id)
}

/** @throws 409 when there is none, 422 for a wrong code */
export async function removeSecondFactor(making: Change, owner: Changing, code: string) {
  const { tx } = making
  const taken = await takeCode(making, owner, code)
  if (taken === 'none') throw conflict('no_second_factor', 'Your second factor is not on.')
  if (taken === 'wrong') throw unacceptable('wrong_code', 'This code is not right, or was used before.')
  await tx.delete(secondFactors).where(eq(secondFactors.userId, owner.id))
  await forgetRecoveryCodes(tx, owner.id)
  await note(making, owner, false)
}

/** Lets pass who has no second factor, or gives its code. @throws 401 that asks for one, or says it is wrong */
export async function passSecondFactor(making: Change, owner: Owner, code: string | undefined) {
  const taken = await takeCode(making, owner, code)
  if (taken === 'missing') {
    throw new Refusal(401, 'second_factor_required', 'Please enter the code of your authenticator app.')
  }
  if (taken === 'wrong') throw new Refusal(401, 'wrong_code', 'This code is not right, or was used before.')
}

/** A code is taken once: neither it nor one of an earlier step is good again. */
async function takeCode(
  making: Change,
  { id, email }: Owner,
  code: string | undefined,
): Promise<'none' | 'missing' | 'taken' | 'wrong'> {
  const { tx, env } = making
  const [factor] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, id), isNotNull(secondFactors.confirmedAt)))
  if (!factor) return 'none'
  if (!code) return 'missing'
  const typed = bare(code)
  if (!/^\d{6}$/.test(typed)) {
    if (!(await takeRecoveryCode(tx, id, typed))) return 'wrong'
    making.mail(recoveryCodeUsedLetter(email, env.publicUrl, await countRecoveryCodes(tx, id)))
    return 'taken'
  }
  const step = stepOf(unseal(env, use, id, factor.secret), typed)
  if (step === null) return 'wrong'
  const [first] = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, id), lt(secondFactors.lastStep, step)))
    .returning()
  return first ? 'taken' : 'wrong'
}

async function note(making: Change, { id, email, sessionId }: Changing, on: boolean) {
  await endOthers(making, id, sessionId)
  await recordAction(making, {
    actorId: id,
    action: `second_factor.${on ? 'on' : 'off'}`,
    subject: 'staff',
    subjectId: id,
  })
  await recordActivity(
    making,
    id,
    'profile_update',
    on ? 'Turned the second factor on' : 'Turned the second factor off',
  )
  making.mail(secondFactorLetter(email, making.env.publicUrl, on))
}

import { eq } from 'drizzle-orm'
import { coupons } from '../../drizzle/schema.ts'
import type { CouponBatchInput, StaffCoupon } from '../../shared/coupons/staff-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { createCoupon } from './write-coupon.ts'

type Staff = { id: string }

/** Without 0, O, 1 and I, which are mistaken for each other. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 50 bits: with the limit on look-ups, nobody finds a code by guessing. */
const randomLength = 10

/**
 * Creates a batch of personal codes, each of which can be used once: a coupon that only stands for them, and one for each
 * code, with the same terms.
 * @throws 409 if a coupon has the prefix as its code; 422 for invalid terms
 */
export async function createCouponBatch(
  ctx: MutationContext,
  staff: Staff,
  { prefix, count, ...terms }: CouponBatchInput,
): Promise<StaffCoupon> {
  const batch = await createCoupon(
    ctx,
    staff,
    { ...terms, code: prefix, usesLimit: count, usesPerCustomer: null },
    { batchSize: count },
  )
  const [row] = await ctx.tx.select().from(coupons).where(eq(coupons.id, batch._id))
  const { id: batchId, code: _, batchSize: _size, ...shared } = row!
  let missing = count
  while (missing > 0) {
    const codes = Array.from({ length: missing }, () => ({
      ...shared,
      id: undefined,
      code: prefix + randomCharacters(),
      usesLimit: 1,
      batchId,
    }))
    const added = await ctx.tx.insert(coupons).values(codes).onConflictDoNothing().returning({ id: coupons.id })
    missing -= added.length
  }
  return batch
}

function randomCharacters(): string {
  // 32 characters: each is chosen by 5 bits of a byte.
  const bytes = crypto.getRandomValues(new Uint8Array(randomLength))
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

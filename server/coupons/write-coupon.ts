import { and, eq, isNull, ne } from 'drizzle-orm'
import { categories, couponRedemptions, coupons, items, orders } from '../../drizzle/schema.ts'
import { conflict, notFound, unacceptable } from '../../shared/refusal.ts'
import { StaffCoupon } from '../../shared/staff-catalogue.ts'
import type { WrittenCoupon } from '../../shared/staff-catalogue-calls.ts'
import { recordAction } from '../activity/audit.ts'
import { tellCategoryToStaff } from '../catalogue/tell-category.ts'
import { locking } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { Change } from '../stream/change.ts'
import type { CouponRow } from './find-coupon.ts'
import { readStaffCoupon, tellCoupon, versionOf } from './present-for-staff.ts'

type Staff = { id: string }

/** @throws 409 when the code is taken; 422 for terms that make no sense */
export async function createCoupon(making: Change, staff: Staff, written: WrittenCoupon): Promise<StaffCoupon> {
  const columns = await columnsOf(making, written)
  if (written.expiresAt !== null && written.expiresAt <= Date.now()) {
    throw unacceptable('expiry_past', 'The expiry must be in the future.')
  }
  const [coupon] = await making.tx.insert(coupons).values(columns).onConflictDoNothing().returning()
  if (!coupon) throw codeTaken(written.code)
  await auditCoupon(making, staff, 'create', null, coupon)
  await tellScopes(making, coupon)
  return tellCoupon(making, coupon.id)
}

/**
 * Writes a coupon anew. Orders that hold it keep the discount that they have.
 * @param version of the coupon that was changed here; without it, whatever is there is written over
 * @throws 404; 409 with the coupon as it is when a colleague was faster, or when the code is taken; 422 for terms that
 *   make no sense, or a limit below its uses
 */
export async function changeCoupon(
  making: Change,
  staff: Staff,
  id: string,
  { version, ...written }: WrittenCoupon & { version?: string | undefined },
): Promise<StaffCoupon> {
  const before = await loadCoupon(making, id)
  if (version !== undefined && version !== versionOf(before)) {
    const data = encode(StaffCoupon, (await readStaffCoupon(making.tx, id))!)
    throw conflict('coupon_changed', 'Somebody else changed this coupon. Nothing was saved.', { data })
  }
  const columns = await columnsOf(making, written, before)
  if (written.usesLimit !== null && written.usesLimit < before.uses) {
    const times = before.uses === 1 ? 'once' : `${before.uses} times`
    throw unacceptable('limit_below_uses', `It was used ${times} already: the limit can’t be lower.`)
  }
  const [after] = await making.tx.update(coupons).set(columns).where(eq(coupons.id, id)).returning()
  await auditCoupon(making, staff, 'change', before, after!)
  await tellScopes(making, before, after!)
  return tellCoupon(making, id)
}

/**
 * Ends a coupon. One that an order ever had is archived and returned; another is deleted, and null returned.
 * @throws 404; 409 when it is archived already
 */
export async function removeCoupon(making: Change, staff: Staff, id: string): Promise<StaffCoupon | null> {
  const { tx, tell } = making
  const coupon = await loadCoupon(making, id)
  if (coupon.archivedAt) throw conflict('coupon_archived', 'This coupon is archived already.')
  if (await isUsed(making, id)) {
    const set = { archivedAt: new Date() }
    const [archived] = await tx.update(coupons).set(set).where(eq(coupons.id, id)).returning()
    await auditCoupon(making, staff, 'archive', coupon, archived!)
    return tellCoupon(making, id)
  }
  await tx.delete(coupons).where(eq(coupons.id, id))
  await auditCoupon(making, staff, 'delete', coupon, null)
  await tellScopes(making, coupon)
  tell('staff', { type: 'coupon.removed', data: { _id: id } })
  return null
}

/** Takes an archived coupon back into use. @throws 404; 409 when it is in use */
export async function restoreCoupon(making: Change, staff: Staff, id: string): Promise<StaffCoupon> {
  const coupon = await loadCoupon(making, id)
  if (!coupon.archivedAt) throw conflict('coupon_in_use', 'This coupon is in use already.')
  const [restored] = await making.tx.update(coupons).set({ archivedAt: null }).where(eq(coupons.id, id)).returning()
  await auditCoupon(making, staff, 'restore', coupon, restored!)
  return tellCoupon(making, id)
}

/** Locked until the commit, so that no order reserves it meanwhile. */
async function loadCoupon({ tx }: Change, id: string): Promise<CouponRow> {
  const [coupon] = await locking(tx.select().from(coupons).where(eq(coupons.id, id)))
  if (!coupon) throw notFound('Coupon not found')
  return coupon
}

async function columnsOf({ tx }: Change, written: WrittenCoupon, before?: CouponRow) {
  const { code, type, amount, validItem, validCategory, expiresAt, usesLimit, usesPerCustomer } = written
  if (type === 'Percentage' && amount > 100_00) {
    throw unacceptable('percentage_too_high', 'A percentage takes at most 100.')
  }
  if (validItem !== null && validCategory !== null) {
    throw unacceptable('two_scopes', 'A coupon is tied to an item or to a category, not to both.')
  }
  if (validItem !== null && validItem !== before?.itemId) {
    const [item] = await tx
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.id, validItem), isNull(items.archivedAt)))
    if (!item) throw unacceptable('no_such_item', 'This item is not on sale any more.')
  }
  if (validCategory !== null) {
    const [category] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, validCategory))
    if (!category) throw unacceptable('no_such_category', 'This category is not there any more.')
  }
  const [other] = await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(eq(coupons.code, code), ne(coupons.id, before?.id ?? '')))
  if (other) throw codeTaken(code)
  return {
    code,
    type,
    amount,
    itemId: validItem,
    categoryId: validCategory,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    usesLimit,
    usesPerCustomer,
  }
}

/** How many coupons a category has. */
async function tellScopes(making: Change, ...rows: CouponRow[]) {
  const ids = new Set(rows.flatMap(({ categoryId }) => categoryId ?? []))
  for (const id of ids) await tellCategoryToStaff(making, id)
}

const codeTaken = (code: string) => conflict('coupon_exists', `There is a coupon ${code} already.`)

async function isUsed({ tx }: Change, id: string): Promise<boolean> {
  const held = tx
    .select({ id: couponRedemptions.orderId })
    .from(couponRedemptions)
    .where(eq(couponRedemptions.couponId, id))
    .limit(1)
  // One that was given back still stands on the order that had it.
  const named = tx.select({ id: orders.id }).from(orders).where(eq(orders.couponId, id)).limit(1)
  return (await held).length > 0 || (await named).length > 0
}

function auditCoupon(
  making: Change,
  { id: actorId }: Staff,
  action: string,
  before: CouponRow | null,
  after: CouponRow | null,
) {
  return recordAction(making, {
    actorId,
    action: `coupon.${action}`,
    subject: 'coupon',
    subjectId: (before ?? after)!.id,
    before: before && termsOf(before),
    after: after && termsOf(after),
  })
}

const termsOf = ({ id: _, createdAt: _created, expiresAt, archivedAt, ...terms }: CouponRow) => ({
  ...terms,
  expiresAt: expiresAt?.toISOString() ?? null,
  archivedAt: archivedAt?.toISOString() ?? null,
})

import { and, asc, eq, isNull } from 'drizzle-orm'
import { categories, coupons, items, orders } from '../../drizzle/schema.ts'
import { conflict, notFound, staleVersion, unprocessable } from '../../shared/api-error.ts'
import { StaffCoupon, type CouponInput } from '../../shared/coupons/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import { publishCategoryToStaff } from '../catalogue/publish-category.ts'
import { onDuplicate } from '../db/errors.ts'
import { forUpdate } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { CouponRow } from './find-coupon.ts'
import { publishCoupon, readStaffCoupon } from './present-for-staff.ts'

type Staff = { id: string }

/** @throws 409 if the code is taken; 422 for invalid terms */
export async function createCoupon(
  ctx: MutationContext,
  staff: Staff,
  input: CouponInput,
  { batchSize = null }: { batchSize?: number | null } = {},
): Promise<StaffCoupon> {
  const columns = await columnsOf(ctx, input)
  if (input.expiresAt !== null && input.expiresAt <= ctx.now.getTime()) {
    throw unprocessable('expiry_past', 'The expiry must be in the future.')
  }
  const [coupon] = await ctx.tx
    .insert(coupons)
    .values({ ...columns, batchSize, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!coupon) throw codeTaken(input.code)
  await publishCategoriesOf(ctx, coupon)
  await auditCoupon(ctx, staff, batchSize === null ? 'create' : 'create-batch', null, coupon)
  return publishCoupon(ctx, coupon.id)
}

/**
 * Replaces a coupon's terms, or those of a batch and its codes. Orders that already use it keep their discount.
 * @param input `version` is the version that was edited; without it the coupon is overwritten unconditionally
 * @throws 404; 409 with the current coupon if `version` is stale; 409 if the code is taken; 422 for invalid terms, a
 *   limit below the current uses, or another prefix or limit of a batch
 */
export async function changeCoupon(
  ctx: MutationContext,
  staff: Staff,
  id: string,
  { version, ...input }: CouponInput & { version?: number | undefined },
): Promise<StaffCoupon> {
  const before = await loadCoupon(ctx, id)
  if (version !== undefined && version !== before.version) {
    throw staleVersion('coupon', encode(StaffCoupon, (await readStaffCoupon(ctx.tx, id))!))
  }
  const columns = await columnsOf(ctx, input, before)
  if (
    before.batchSize !== null &&
    (['code', 'usesLimit', 'usesPerCustomer'] as const).some((f) => input[f] !== before[f])
  ) {
    throw unprocessable('batch_fixed', 'The prefix and the limits of a batch can’t be changed.')
  }
  if (input.usesLimit !== null && input.usesLimit < before.uses) {
    throw unprocessable('limit_below_uses', `It was used ${before.uses} times already: the limit can’t be lower.`)
  }
  const after = await onDuplicate(updateCoupon(ctx, before, columns), () => codeTaken(input.code))
  await publishCategoriesOf(ctx, before, after)
  await auditCoupon(ctx, staff, 'change', before, after)
  return publishCoupon(ctx, id)
}

/**
 * Archives a coupon that an order ever used, or a batch with its codes, and returns it; deletes any other and returns null.
 * @throws 404; 409 if it is archived
 */
export async function removeCoupon(ctx: MutationContext, staff: Staff, id: string): Promise<StaffCoupon | null> {
  const { tx, publish } = ctx
  const coupon = await loadCoupon(ctx, id)
  if (coupon.archivedAt) throw conflict('coupon_archived', 'This coupon has already ended.')
  if (coupon.batchSize !== null || (await wasUsed(ctx, id))) {
    const archived = await updateCoupon(ctx, coupon, { archivedAt: ctx.now })
    await auditCoupon(ctx, staff, 'archive', coupon, archived)
    return publishCoupon(ctx, id)
  }
  await tx.delete(coupons).where(eq(coupons.id, id))
  await publishCategoriesOf(ctx, coupon)
  await auditCoupon(ctx, staff, 'delete', coupon, null)
  publish('staff', { type: 'coupon.removed', data: { _id: id } })
  return null
}

/** Restores an archived coupon. @throws 404; 409 if it isn't archived */
export async function restoreCoupon(ctx: MutationContext, staff: Staff, id: string): Promise<StaffCoupon> {
  const coupon = await loadCoupon(ctx, id)
  if (!coupon.archivedAt) throw conflict('coupon_in_use', 'This coupon hasn’t ended.')
  const restored = await updateCoupon(ctx, coupon, { archivedAt: null })
  await auditCoupon(ctx, staff, 'restore', coupon, restored)
  return publishCoupon(ctx, id)
}

/**
 * Locks the coupon until the commit, so that no order reserves it meanwhile.
 * @throws 404; 409 for a code of a batch, which can't be changed by itself
 */
async function loadCoupon({ tx }: MutationContext, id: string): Promise<CouponRow> {
  // The codes of a batch before the batch, as reserving one does.
  await forUpdate(tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.batchId, id)).orderBy(asc(coupons.id)))
  const [coupon] = await forUpdate(tx.select().from(coupons).where(eq(coupons.id, id)))
  if (!coupon) throw notFound('Coupon not found')
  if (coupon.batchId) throw conflict('coupon_in_batch', 'This code belongs to a batch. Change the batch instead.')
  return coupon
}

/** Updates a locked coupon and its version, and the codes of a batch with it. */
async function updateCoupon(
  { tx }: MutationContext,
  { id, version, batchSize }: CouponRow,
  columns: Partial<CouponRow>,
): Promise<CouponRow> {
  if (batchSize !== null) {
    const { code: _, usesLimit: _limit, ...shared } = columns
    await tx.update(coupons).set(shared).where(eq(coupons.batchId, id))
  }
  const [updated] = await tx
    .update(coupons)
    .set({ ...columns, version: version + 1 })
    .where(eq(coupons.id, id))
    .returning()
  return updated!
}

async function columnsOf({ tx }: MutationContext, input: CouponInput, before?: CouponRow) {
  const { code, type, amount, validItem, validCategory, expiresAt, usesLimit, usesPerCustomer } = input
  const startsAt = input.startsAt === undefined ? (before?.startsAt ?? null) : toDate(input.startsAt)
  if (type === 'Percentage' && amount > 100_00) {
    throw unprocessable('percentage_too_high', 'A percentage can be at most 100.')
  }
  if (startsAt !== null && expiresAt !== null && startsAt.getTime() >= expiresAt) {
    throw unprocessable('start_after_expiry', 'The start must be before the expiry.')
  }
  if (validItem !== null && validCategory !== null) {
    throw unprocessable('two_scopes', 'A coupon can be limited to an item or to a category, not both.')
  }
  if (validItem !== null && validItem !== before?.itemId) {
    const [item] = await tx
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.id, validItem), isNull(items.archivedAt)))
    if (!item) throw unprocessable('no_such_item', 'This item is no longer available.')
  }
  if (validCategory !== null) {
    const [category] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, validCategory))
    if (!category) throw unprocessable('no_such_category', 'This category no longer exists.')
  }
  return {
    code,
    type,
    amount,
    itemId: validItem,
    categoryId: validCategory,
    startsAt,
    expiresAt: toDate(expiresAt),
    minTotal: input.minTotal === undefined ? (before?.minTotal ?? null) : input.minTotal,
    firstOrderOnly: input.firstOrderOnly ?? before?.firstOrderOnly ?? false,
    usesLimit,
    usesPerCustomer,
  }
}

const toDate = (time: number | null) => (time === null ? null : new Date(time))

/** Publishes the categories of these coupons to staff, because their coupon counts change. */
async function publishCategoriesOf(ctx: MutationContext, ...rows: CouponRow[]) {
  const ids = new Set(rows.flatMap(({ categoryId }) => categoryId ?? []))
  for (const id of [...ids].toSorted()) await publishCategoryToStaff(ctx, id)
}

const codeTaken = (code: string) => conflict('coupon_exists', `A coupon with the code ${code} already exists.`)

/** An order names its coupon even after it has released the use. */
async function wasUsed({ tx }: MutationContext, id: string): Promise<boolean> {
  const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.couponId, id)).limit(1)
  return order !== undefined
}

function auditCoupon(
  ctx: MutationContext,
  { id: actorId }: Staff,
  action: string,
  before: CouponRow | null,
  after: CouponRow | null,
) {
  return recordAction(ctx, {
    actorId,
    action: `coupon.${action}`,
    subject: 'coupon',
    subjectId: (before ?? after)!.id,
    before: before && termsOf(before),
    after: after && termsOf(after),
  })
}

const termsOf = ({ id: _, createdAt: _created, version: _version, batchId: _batch, ...terms }: CouponRow) => ({
  ...terms,
  startsAt: terms.startsAt?.toISOString() ?? null,
  expiresAt: terms.expiresAt?.toISOString() ?? null,
  archivedAt: terms.archivedAt?.toISOString() ?? null,
})

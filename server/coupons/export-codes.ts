import { asc, eq } from 'drizzle-orm'
import { couponRedemptions, coupons, users } from '../../drizzle/schema.ts'
import { conflict, notFound } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { csvLine } from '../csv.ts'
import type { Db } from '../db/transactions.ts'

const header = ['Code', 'Used', 'Order', 'Customer', 'Email']

/** Exports the codes of a batch as a CSV file, in the order of their codes. @throws 404; 409 if it isn't a batch */
export async function exportCouponCodes(db: Db, id: string) {
  const [batch] = await db.select().from(coupons).where(eq(coupons.id, id))
  if (!batch) throw notFound('Coupon not found')
  if (batch.batchSize === null) throw conflict('not_a_batch', 'This coupon isn’t a batch of codes.')
  const rows = await db
    .select({
      code: coupons.code,
      usedAt: couponRedemptions.createdAt,
      orderId: couponRedemptions.orderId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(coupons)
    .leftJoin(couponRedemptions, eq(couponRedemptions.couponId, coupons.id))
    .leftJoin(users, eq(users.id, couponRedemptions.userId))
    .where(eq(coupons.batchId, id))
    .orderBy(asc(coupons.code))
  const lines = rows.map(({ code, usedAt, orderId, firstName, lastName, email }) =>
    csvLine([
      code,
      usedAt?.toISOString() ?? '',
      orderId ? `#${orderNumber(orderId)}` : '',
      firstName === null ? '' : `${firstName} ${lastName}`,
      email ?? '',
    ]),
  )
  // Without the byte order mark, spreadsheets read the file as Latin-1.
  return { name: `kade-coupons-${batch.code.toLowerCase()}.csv`, text: `\uFEFF${csvLine(header)}${lines.join('')}` }
}

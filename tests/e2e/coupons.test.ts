import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { findItems, type Item, createCoupon, createOrder } from './api.ts'
import { definitionOf, toast, formatAmount } from './page-actions.ts'
import { expect, type TestUser, test } from './fixtures.ts'

async function apply(page: Page, code: string) {
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

async function expectInvalid(page: Page, code: string, total: number) {
  await apply(page, code)
  await expect(toast(page, 'Invalid coupon'), code).toBeVisible()
  await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription('Invalid coupon')
  await expect(definitionOf(page, 'Total')).toHaveText(formatAmount(total))
  await page.getByLabel('Messages').getByRole('button', { name: 'Dismiss' }).click()
}

async function expectApplied(page: Page, code: string, discount: number, total: number) {
  await apply(page, code.toLowerCase())
  await expect(definitionOf(page, `Coupon ${code}`), code).toHaveText(`−${formatAmount(discount)}`)
  await expect(definitionOf(page, 'Total'), code).toHaveText(formatAmount(total - discount))
  await expect(page.getByLabel('Coupon code'), 'a coupon is applied').toHaveCount(0)
}

const removeCoupon = (page: Page) => page.getByRole('button', { name: /^Remove coupon/ }).click()

/** Creates an order of the given quantities and opens its page. */
async function openOrder(user: TestUser, ...lines: [item: Item, count: number][]) {
  const order = await createOrder(user, ...lines.map(([{ _id }, count]) => ({ _id, count })))
  await user.page.goto(`/orders/${order._id}`)
  await expect(definitionOf(user.page, 'Total')).toHaveText(formatAmount(order.total))
  return order
}

const cents = (dollars: number) => Math.round(dollars * 100)
const percent = (part: number, of: number) => Math.round((cents(of) * part) / 100) / 100

test('coupons: those limited to an item or category discount only its lines @thorough', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const { page, call } = customer
  const staff = await logIn('staff@example.com')
  const { items } = await findItems(page, 'limit=100')
  const solo = (await call('GET', '/coupons/SOLO20')).data as { validItem: string }
  const shelf = (await call('GET', '/coupons/SHELF15')).data as { validCategory: string }
  const single = (await call('GET', `/items/${solo.validItem}`)).data as unknown as Item
  const sibling = (await findItems(page, `category=${shelf.validCategory}&limit=5`)).items.find(
    ({ _id }) => _id !== single._id,
  )!
  const other = items.find(
    ({ category }) => category._id !== shelf.validCategory && category._id !== single.category._id,
  )!

  const { total: otherTotal } = await openOrder(customer, [other, 1])
  for (const code of ['SOLO20', 'SHELF15']) await expectInvalid(page, code, otherTotal)

  const { total } = await openOrder(customer, [single, 2], [sibling, 1], [other, 3])
  const categorySubtotal = [single, sibling]
    .filter(({ category }) => category._id === shelf.validCategory)
    .reduce((sum, { _id, price }) => sum + price * (_id === single._id ? 2 : 1), 0)
  await expectApplied(page, 'SOLO20', percent(20, single.price * 2), total)
  await removeCoupon(page)
  await expectApplied(page, 'SHELF15', percent(15, categorySubtotal), total)
  await removeCoupon(page)

  // A fixed amount is capped: by the price of one item, by the category's lines, or by the order.
  const caps = [
    [{ validItem: other._id }, other.price],
    [{ validCategory: other.category._id }, other.price * 3],
    [{}, total],
  ] as const
  for (const [limit, cap] of caps) {
    const { code } = await createCoupon(staff, { amount: 99_999, ...limit })
    await expectApplied(page, code, cap, total)
    if (cap !== total) await removeCoupon(page)
  }
  await expect(definitionOf(page, 'Total')).toHaveText('$0.00')
})

test('coupons: expired and used-up ones are rejected like unknown ones @thorough', async ({
  newCustomer,
  logIn,
  app,
}) => {
  const customer = await newCustomer()
  const another = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const { total } = await openOrder(customer, [items[0]!, 1])
  const otherOrder = await createOrder(another, { _id: items[0]!._id })
  const applyElsewhere = (couponId: string | null) =>
    another.call('PATCH', `/checkout/${otherOrder._id}/apply-coupon`, { couponId })

  // One order uses the coupon before it expires; the next one can't.
  const expired = await createCoupon(staff, { amount: 3, expiresAt: new Date(Date.now() + 60_000).toISOString() })
  await applyElsewhere(expired._id)
  const database = new Database(app.databaseFile)
  database.prepare('update coupons set expires_at = ? where id = ?').run(Date.now() - 1, expired._id)
  database.close()
  await expectInvalid(page, expired.code, total)
  const unchanged = (await another.call('GET', `/checkout/${otherOrder._id}`)).data
  expect(unchanged, 'an order keeps its coupon').toMatchObject({ couponCode: expired.code, discountAmount: 3 })

  const singleUse = await createCoupon(staff, { amount: 3, usesLimit: 1 })
  expect((await applyElsewhere(singleUse._id)).success).toBe(true)
  await expectInvalid(page, singleUse.code, total)
  await applyElsewhere(null)
  await expectApplied(page, singleUse.code, 3, total)
  expect((await applyElsewhere(singleUse._id)).success, 'the coupon is used up for the other order').toBe(false)
  await removeCoupon(page)
  await expect(definitionOf(page, 'Total')).toHaveText(formatAmount(total))

  const oncePerCustomer = await createCoupon(staff, { amount: 4, usesPerCustomer: 1 })
  await expectApplied(page, oncePerCustomer.code, 4, total)
  await openOrder(customer, [items[0]!, 1])
  await expectInvalid(page, oncePerCustomer.code, total)
})

import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { field, findItems, type Item, makeCoupon, orderOf, toast, written } from './shop.ts'
import { expect, type Somebody, test } from './store.ts'

async function apply(page: Page, code: string) {
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

async function expectInvalid(page: Page, code: string, total: number) {
  await apply(page, code)
  await expect(toast(page, 'Invalid coupon'), code).toBeVisible()
  await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription('Invalid coupon')
  await expect(field(page, 'Total')).toHaveText(written(total))
  await page.getByLabel('Messages').getByRole('button', { name: 'Dismiss' }).click()
}

async function expectTaken(page: Page, code: string, discount: number, total: number) {
  await apply(page, code.toLowerCase())
  await expect(field(page, `Coupon ${code}`), code).toHaveText(`−${written(discount)}`)
  await expect(field(page, 'Total'), code).toHaveText(written(total - discount))
  await expect(page.getByLabel('Coupon code'), 'it has one').toHaveCount(0)
}

const takeOff = (page: Page) => page.getByRole('button', { name: /^Remove coupon/ }).click()

/** As many of each as is said, ordered, and the order's page. */
async function order(somebody: Somebody, ...lines: [item: Item, count: number][]) {
  const made = await orderOf(somebody, ...lines.map(([{ _id }, count]) => ({ _id, count })))
  await somebody.page.goto(`/orders/${made._id}`)
  await expect(field(somebody.page, 'Total')).toHaveText(written(made.total))
  return made
}

const cents = (dollars: number) => Math.round(dollars * 100)
const percent = (part: number, of: number) => Math.round((cents(of) * part) / 100) / 100

test('§5 coupons — of one item or of one category take off their part alone, and nothing where there is none', async ({
  newcomer,
  signedIn,
}) => {
  const customer = await newcomer()
  const { page, call } = customer
  const staff = await signedIn('staff@example.com')
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

  const { total: elsewhere } = await order(customer, [other, 1])
  for (const code of ['SOLO20', 'SHELF15']) await expectInvalid(page, code, elsewhere)

  const { total } = await order(customer, [single, 2], [sibling, 1], [other, 3])
  const ofShelf = [single, sibling]
    .filter(({ category }) => category._id === shelf.validCategory)
    .reduce((sum, { _id, price }) => sum + price * (_id === single._id ? 2 : 1), 0)
  await expectTaken(page, 'SOLO20', percent(20, single.price * 2), total)
  await takeOff(page)
  await expectTaken(page, 'SHELF15', percent(15, ofShelf), total)
  await takeOff(page)

  // A fixed amount takes off no more than there is: one of the item, all of the category, all of the order.
  const caps = [
    [{ validItem: other._id }, other.price],
    [{ validCategory: other.category._id }, other.price * 3],
    [{}, total],
  ] as const
  for (const [tied, most] of caps) {
    const { code } = await makeCoupon(staff, { amount: 99_999, ...tied })
    await expectTaken(page, code, most, total)
    if (most !== total) await takeOff(page)
  }
  await expect(field(page, 'Total')).toHaveText('$0.00')
})

test('§5 coupons — one that has ended, or is used up, is refused as an unknown one is', async ({
  newcomer,
  signedIn,
  store,
}) => {
  const customer = await newcomer()
  const another = await newcomer()
  const staff = await signedIn('staff@example.com')
  const { page } = customer
  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const { total } = await order(customer, [items[0]!, 1])
  const taken = await orderOf(another, { _id: items[0]!._id })
  const hold = (couponId: string | null) => another.call('PATCH', `/checkout/${taken._id}/apply-coupon`, { couponId })

  // It is taken by one order while it lasts, and is over for the next.
  const ended = await makeCoupon(staff, { amount: 3, expiresAt: new Date(Date.now() + 60_000).toISOString() })
  await hold(ended._id)
  const database = new Database(store.file)
  database.prepare('update coupons set expires_at = ? where id = ?').run(Date.now() - 1, ended._id)
  database.close()
  await expectInvalid(page, ended.code, total)
  const kept = (await another.call('GET', `/checkout/${taken._id}`)).data
  expect(kept, 'whoever had it keeps it').toMatchObject({ couponCode: ended.code, discountAmount: 3 })

  const last = await makeCoupon(staff, { amount: 3, usesLimit: 1 })
  expect((await hold(last._id)).success).toBe(true)
  await expectInvalid(page, last.code, total)
  await hold(null)
  await expectTaken(page, last.code, 3, total)
  expect((await hold(last._id)).success, 'now it is the other who comes too late').toBe(false)
  await takeOff(page)
  await expect(field(page, 'Total')).toHaveText(written(total))

  const once = await makeCoupon(staff, { amount: 4, usesPerCustomer: 1 })
  await expectTaken(page, once.code, 4, total)
  await order(customer, [items[0]!, 1])
  await expectInvalid(page, once.code, total)
})

import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { createCoupon, createItem, createOrder, type Order } from './api.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { findLayoutProblems } from './layout-problems.ts'
import { openHydrated } from './page-actions.ts'

const widths = [1280, 768, 390, 360, 320]
/** For another state of a page that is looked at at all widths. */
const fewWidths = [1280, 390, 320]

/** A word without a place to break it. */
const longWord = (length: number) => 'Wolfeschlegelsteinhausenbergerdorff'.repeat(14).slice(0, length)
const hash = (digit: string) => `0x5c50${digit.repeat(60)}`
const link = (digit: string) => `https://bscscan.com/tx/${hash(digit)}`
/** What a member of staff may write: a sentence, a link, and a word of 480 letters. */
const longText = (digit = 'a') => `${hash(digit)} went to another address, see ${link(digit)} and ${longWord(480)}`

const couponInput = { type: 'Fixed', validCategory: null, expiresAt: null, usesLimit: null, usesPerCustomer: null }

/** Takes a step of the preparation. @throws if the API refuses it */
async function succeed(call: ReturnType<TestUser['call']>) {
  const { success, message, data } = await call
  if (!success) throw new Error(message)
  return data
}

// Settings of its own give it an app of its own: it looks at every row of every list, and other tests leave theirs.
test.use({ env: { ORDER_EXPIRY_HOURS: '71' } })

test(
  'long words: every page, dialog and menu fits the window at every width',
  { tag: '@thorough' },
  async ({ newCustomer, newVisitor, logIn, app }) => {
    test.setTimeout(400_000)
    const [customer, staff] = [await newCustomer(), await logIn('staff@example.com')]
    const data = await prepare(customer, staff, app.databaseFile)
    const problems: string[] = []
    const record = (page: string, found: string[]) => problems.push(...found.map((problem) => `${page}: ${problem}`))
    await Promise.all([
      walkCustomerPages(customer.page, data, record),
      walkStaffPages(staff.page, data, record),
      walkVisitorPages(await newVisitor(), data, record),
    ])
    expect(problems).toEqual([])
  },
)

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Long words wherever somebody can write something. */
async function prepare(customer: TestUser, staff: TestUser, databaseFile: string) {
  const [first, last] = [longWord(60), longWord(60).toUpperCase()]
  const database = new Database(databaseFile)
  const email = `${longWord(40).toLowerCase()}-${customer.id}@${longWord(30).toLowerCase()}.example.com`
  database.prepare('update users set email = ? where id = ?').run(email, customer.id)
  database.close()
  const { email: staffEmail } = staff
  await succeed(customer.call('POST', '/auth/update', { firstName: first, lastName: last, email, phone: '' }))
  const colleague = { firstName: longWord(60).replace('W', 'M'), lastName: last, email: staffEmail, phone: '' }
  await succeed(staff.call('POST', '/auth/update', colleague))

  const category = await succeed(staff.call('POST', '/admin/categories', { name: longWord(60) }))
  const item = await createItem(staff, longWord(120), 12_345.5)
  const itemFields = {
    shortDescription: longWord(300),
    accountType: longWord(60),
    features: [longWord(120), link('b')],
    description: `<p>${longText()}</p><ul><li>${longWord(200)}</li></ul>`,
    category: category._id,
  }
  await item.change(itemFields as object)
  const couponTerms = { code: `W${longWord(31)}`.toUpperCase(), amount: 5, validItem: item._id }
  const coupon = await createCoupon(staff, { ...couponTerms, minTotal: 99_999, firstOrderOnly: true })
  const batch = { type: 'Percentage', amount: 5, validCategory: category._id, validItem: null, expiresAt: null }
  await succeed(staff.call('POST', '/admin/coupons/batches', { ...batch, prefix: `B${longWord(15)}`, count: 3 }))
  await succeed(staff.call('PUT', `/admin/coupons/${coupon._id}`, { ...couponInput, ...couponTerms, minTotal: 1 }))
  const draft = await succeed(staff.call('POST', `/admin/items/${item._id}/copy`, {}))
  let saves = 0
  /** A colleague's change: the form that is open shows a conflict. */
  const saveElsewhere = {
    item: () => item.change({ ...itemFields, shortDescription: longWord(280 + (saves += 1)) } as object),
    category: () =>
      succeed(staff.call('PUT', `/admin/categories/${category._id as string}`, { name: longWord(41 + (saves += 1)) })),
    coupon: () =>
      succeed(
        staff.call('PUT', `/admin/coupons/${coupon._id}`, {
          ...couponInput,
          ...couponTerms,
          amount: 10 + (saves += 1),
        }),
      ),
  }

  const orderInState = async (digit: string, ...steps: [method: string, path: string, body: object][]) => {
    const order = await createOrder(customer, { _id: item._id, count: 3 })
    if (steps.length > 0) {
      const payment = { paymentMethod: 'bank', reference: link(digit) }
      await succeed(customer.call('PATCH', `/checkout/${order._id}/mark-paid`, payment))
    }
    for (const [method, path, body] of steps) {
      await succeed(staff.call(method, `/admin/orders/${order._id}/${path}`, body))
    }
    return order
  }
  const pending = await orderInState('0')
  await succeed(customer.call('PATCH', `/checkout/${pending._id}/apply-coupon`, { couponId: coupon._id }))
  const paid = await orderInState('1', ['POST', 'claim', {}], ['POST', 'notes', { text: longText('1') }])
  const unclaimed = await orderInState('2', ['POST', 'notes', { text: link('2') }])
  const rejected = await orderInState('3', ['PATCH', 'reject', { reason: longText('3').slice(0, 480) }])
  const verified = await orderInState('4', ['PATCH', 'verify', {}])
  const complete: [string, string, object] = ['PATCH', 'complete', { delivery: longText('5') }]
  const completed = await orderInState('5', ['PATCH', 'verify', {}], complete)
  const refund: [string, string, object] = ['PATCH', 'refund', { reason: link('6') }]
  const refunded = await orderInState('6', ['PATCH', 'verify', {}], refund)

  await succeed(customer.call('POST', '/reviews', { item: item._id, stars: 4, description: longWord(480) }))
  await succeed(customer.call('POST', '/cart', { item: item._id, count: 9999 }))
  await succeed(customer.call('POST', '/referral', { code: longWord(32).toUpperCase() }))
  await succeed(customer.call('POST', '/support-chat/message', { message: longText('7'), item: item._id }))
  const reply = { userId: customer.id, message: longText('8'), order: completed._id }
  await succeed(staff.call('POST', '/support-chat/message', reply))
  await succeed(staff.call('PATCH', `/admin/support/${customer.id}`, { assignee: staff.id }))
  await succeed(staff.call('POST', `/admin/support/${customer.id}/notes`, { text: longText('9') }))
  await succeed(staff.call('POST', '/admin/replies', { title: longWord(60), text: longText('c') }))
  const correction = { points: 12_345, reason: longWord(480) }
  await succeed(staff.call('POST', `/admin/customers/${customer.id}/points`, correction))
  return {
    saveElsewhere,
    draft,
    customer,
    item,
    category,
    pending,
    paid,
    unclaimed,
    rejected,
    verified,
    completed,
    refunded,
  }
}

type Record = (page: string, problems: string[]) => void
type Visit = {
  path: string
  /** Text of the page once it has loaded. */
  ready: string
  state?: object
  /** Opens a dialog or a menu after the page has loaded. */
  open?: (page: Page) => Promise<unknown>
  /** At these widths only. */
  at?: number[]
}

/** Opens pages as links do, without loading the document again, and looks at each at every width. */
async function walk(page: Page, visits: Visit[], record: Record) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { path, ready, state, open, at = widths } of visits) {
    await page.setViewportSize({ width: at[0]!, height: 900 })
    await page.evaluate(([to, entry]) => history.pushState(entry ?? null, '', to), [path, state] as const)
    await page.waitForFunction(
      ([to, text]) =>
        location.pathname === to.split('?')[0] &&
        document.querySelector('main')!.textContent.includes(text) &&
        !document.querySelector('main .skeleton'),
      [path, ready] as const,
    )
    await open?.(page)
    for (const width of at) {
      await page.setViewportSize({ width, height: 900 })
      record(`${path}${open ? ` (${open.name})` : ''} at ${width}`, await findLastingProblems(page))
    }
    if (open) {
      // A dialog that was opened from another one leads back to it.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog[open], :popover-open:not(.toasts)')).toHaveCount(0, { timeout: 2000 })
      }).toPass()
    }
  }
}

/** The problems that are left once the page has followed a new width. */
async function findLastingProblems(page: Page): Promise<string[]> {
  let problems: string[] = []
  const find = async () => (problems = await findLayoutProblems(page))
  await expect
    .poll(find, { timeout: 2000 })
    .toEqual([])
    .catch(() => undefined)
  return problems
}

const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const dialogIsOpen = (page: Page) => expect(page.locator('dialog[open]')).toBeVisible()
const opening = (name: string | RegExp, title = String(name)) =>
  Object.defineProperty(
    async (page: Page) => {
      await clickButton(page, name)
      await dialogIsOpen(page)
    },
    'name',
    { value: title },
  )

async function walkCustomerPages(page: Page, data: Prepared, record: Record) {
  const { item, category, pending, paid, rejected, completed, refunded, verified } = data
  const details = ({ _id }: Order) => `/orders/details/${_id}`
  const payment = (paymentMethod: string) => ({ orderId: pending._id, paymentMethod, discountAmount: 500 })
  const searched = `/items?q=${longWord(90)}`
  await openHydrated(page, '/faq')
  const word = longWord(60)
  async function mobileMenu() {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  }
  async function accountMenu() {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  }
  async function bell() {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByRole('dialog', { name: /^Notifications/ }).getByRole('listitem')).not.toHaveCount(0)
  }
  const reviews = async () => page.getByRole('tab', { name: /^Reviews/ }).click()
  async function updateReview() {
    await reviews()
    await clickButton(page, 'Update')
    await dialogIsOpen(page)
  }
  async function deleteReview() {
    await reviews()
    await clickButton(page, 'Delete')
    await dialogIsOpen(page)
  }
  async function filters() {
    await clickButton(page, 'Filters')
    await dialogIsOpen(page)
  }
  async function delivery() {
    await clickButton(page, 'Reveal')
    await expect(page.getByRole('note')).toBeVisible()
  }
  async function attach() {
    await clickButton(page, 'Attach an item or an order')
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  }
  async function attachOrder() {
    await attach()
    await page.getByRole('tab', { name: 'Orders' }).click()
  }
  await walk(
    page,
    [
      { path: '/faq', ready: 'How do I', open: mobileMenu, at: [768, 390, 360, 320] },
      { path: '/faq', ready: 'How do I', open: accountMenu, at: [1280] },
      { path: '/faq', ready: 'How do I', open: bell, at: [1280, 1024] },
      { path: '/', ready: word },
      { path: '/items', ready: word },
      { path: '/items', ready: word, open: filters, at: [768, 390, 320] },
      { path: searched, ready: word },
      { path: `/items?q=${longWord(90)}x`, ready: 'Nothing for' },
      { path: `/items?category=${category._id as string}`, ready: word },
      { path: `/items/${item._id}`, ready: word },
      { path: `/items/${item._id}`, ready: word, open: reviews },
      { path: `/items/${item._id}`, ready: word, open: updateReview },
      { path: `/items/${item._id}`, ready: word, open: deleteReview },
      { path: '/cart', ready: word },
      { path: '/orders', ready: word },
      { path: `/orders/${pending._id}`, ready: word },
      { path: `/orders/${pending._id}`, ready: word, open: opening('Cancel order') },
      { path: `/orders/${paid._id}`, ready: word },
      { path: details(pending), ready: word, at: fewWidths },
      { path: details(paid), ready: word, at: fewWidths },
      { path: details(rejected), ready: word },
      { path: details(verified), ready: word, at: fewWidths },
      { path: details(completed), ready: word, open: delivery },
      { path: details(refunded), ready: word, at: fewWidths },
      { path: '/payment', ready: 'Send the transfer', state: payment('bank') },
      { path: '/payment', ready: 'Send the transfer', state: payment('crypto'), at: fewWidths },
      { path: '/payment', ready: 'Send the transfer', state: payment('binance'), at: fewWidths },
      { path: '/notifications', ready: hash('3') },
      { path: '/dashboard', ready: word },
      { path: '/profile', ready: 'Account Settings' },
      { path: '/profile?tab=points', ready: word },
      { path: '/profile?tab=password', ready: 'Change Password' },
      { path: '/support', ready: hash('7') },
      { path: '/support', ready: hash('7'), open: attach },
      { path: '/support', ready: hash('7'), open: attachOrder },
      { path: '/nowhere', ready: 'Page not found' },
    ],
    record,
  )
}

async function walkStaffPages(page: Page, data: Prepared, record: Record) {
  const { customer, item, draft, category, paid, unclaimed, rejected, verified, completed, refunded, pending } = data
  const { saveElsewhere } = data
  await openHydrated(page, '/admin/security')
  const word = longWord(60)
  const admin = ({ _id }: { _id: string }) => `/admin/orders/${_id}`
  const chat = `/admin/support/${customer.id}`
  const inRow = (name: string | RegExp, title: string) =>
    Object.defineProperty(
      async () => {
        await page.getByRole('row').filter({ hasText: word }).first().getByRole('button', { name }).first().click()
        await dialogIsOpen(page)
      },
      'name',
      { value: title },
    )
  async function savedReplies() {
    await clickButton(page, 'Saved replies (/)')
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  }
  async function manageReplies() {
    await savedReplies()
    await page.getByRole('button', { name: 'Manage replies' }).click()
    await expect(page.getByRole('heading', { name: 'Saved replies' })).toBeVisible()
  }
  const conflictIsShown = () =>
    expect(page.getByRole('alert').filter({ hasText: 'Someone else changed' })).toBeVisible()
  async function itemConflict() {
    await page.getByLabel('Short description').fill(longWord(299))
    await saveElsewhere.item()
    await conflictIsShown()
  }
  async function categoryConflict() {
    await inRow(/^Rename/, 'rename')()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(longWord(50))
    await saveElsewhere.category()
    await conflictIsShown()
  }
  async function couponConflict() {
    await inRow(/^Edit/, 'edit')()
    await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('12345')
    await saveElsewhere.coupon()
    await conflictIsShown()
  }
  async function personalCodes() {
    await opening('New coupon')(page)
    await page.getByText('Personal codes', { exact: true }).click()
  }
  async function prices() {
    await page.getByRole('button', { name: /^Change prices in/ }).click()
    await page.getByLabel('Percentage').fill('5')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('list', { name: 'Old and new prices' })).toBeVisible()
  }
  async function importItems() {
    await opening('Import CSV')(page)
    const buffer = Buffer.from(`Id,Name,Category\n${longWord(40)},${longWord(120)},${longWord(60)}`)
    await page.getByLabel('CSV file').setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByText('1 line has a problem', { exact: true })).toBeVisible()
  }
  await walk(
    page,
    [
      { path: '/admin/payments', ready: word },
      { path: '/admin/payments', ready: word, open: inRow(/^Verify/, 'verify') },
      { path: '/admin/payments', ready: word, open: inRow(/^Reject/, 'reject') },
      { path: '/admin/deliveries', ready: word },
      { path: '/admin/deliveries', ready: word, open: inRow(/^Complete/, 'complete') },
      { path: '/admin/orders', ready: word },
      { path: '/admin/orders', ready: word, open: opening('Export CSV') },
      { path: `/admin/orders?q=${longWord(90)}`, ready: 'No orders found' },
      ...[pending, paid, unclaimed, rejected, verified, completed, refunded].map((order) => ({
        path: admin(order),
        ready: word,
        at: order === rejected ? widths : fewWidths,
      })),
      { path: admin(verified), ready: word, open: opening('Complete order') },
      { path: admin(verified), ready: word, open: opening('Refund payment') },
      { path: admin(completed), ready: word, open: opening(/Change delivery|Add a delivery/, 'change delivery') },
      { path: '/admin/items', ready: word },
      { path: `/admin/items?category=${category._id as string}`, ready: word, open: prices, at: fewWidths },
      { path: '/admin/items', ready: word, open: importItems, at: fewWidths },
      { path: '/admin/items?archived=draft', ready: word, at: fewWidths },
      { path: `/admin/items/${draft._id as string}`, ready: 'Only staff can see it', at: fewWidths },
      { path: `/admin/items/${draft._id as string}/preview`, ready: 'Only staff can see this draft' },
      { path: `/admin/items/${item._id}`, ready: 'Short description', open: opening('Unpublish'), at: fewWidths },
      { path: `/admin/items/${item._id}`, ready: 'Short description', open: itemConflict, at: fewWidths },
      { path: `/admin/items/${item._id}`, ready: 'Short description' },
      {
        path: `/admin/items/${item._id}`,
        ready: 'Short description',
        open: opening(/^(Archive|Delete item)/, 'archive'),
      },
      { path: '/admin/categories', ready: word },
      { path: '/admin/categories', ready: word, open: inRow(/^Rename/, 'rename') },
      { path: '/admin/categories', ready: word, open: inRow(/^Delete/, 'delete') },
      { path: '/admin/categories', ready: word, open: opening('New category'), at: fewWidths },
      { path: '/admin/categories', ready: word, open: categoryConflict, at: fewWidths },
      { path: '/admin/coupons', ready: word },
      { path: '/admin/coupons', ready: word, open: inRow(/^Edit/, 'edit') },
      { path: '/admin/coupons', ready: word, open: opening('New coupon') },
      { path: '/admin/coupons', ready: word, open: personalCodes, at: fewWidths },
      { path: '/admin/coupons', ready: word, open: inRow(/show who$/, 'uses'), at: fewWidths },
      { path: '/admin/coupons', ready: word, open: couponConflict, at: fewWidths },
      { path: '/admin/reviews', ready: word },
      { path: '/admin/reviews', ready: word, open: inRow(/^Remove/, 'remove') },
      { path: '/admin/customers', ready: word },
      { path: `/admin/customers/${customer.id}`, ready: word },
      { path: `/admin/customers/${customer.id}`, ready: word, open: opening('Adjust') },
      { path: '/admin/support?status=all', ready: word },
      { path: chat, ready: hash('9') },
      { path: chat, ready: hash('9'), open: opening('Customer and orders'), at: [1024, 768, 390, 360, 320] },
      { path: chat, ready: hash('9'), open: opening('Delete the note') },
      { path: chat, ready: hash('9'), open: savedReplies },
      { path: chat, ready: hash('9'), open: manageReplies, at: fewWidths },
      { path: chat, ready: hash('9'), open: opening(/^Verify/, 'verify in the chat'), at: [1280] },
      { path: '/admin/stats', ready: 'Revenue' },
      { path: '/admin/audit', ready: hash('3').slice(0, 20) },
      { path: `/admin/audit?subject=category&subjectId=${category._id as string}`, ready: word },
      { path: '/admin/security', ready: 'two-factor authentication' },
    ],
    record,
  )
}

async function walkVisitorPages(page: Page, { item }: Prepared, record: Record) {
  await openHydrated(page, '/faq')
  const reviews = async () => page.getByRole('tab', { name: /^Reviews/ }).click()
  async function logInDialog() {
    await page.getByRole('tab', { name: /^Reviews/ }).click()
    await clickButton(page, 'Login to Review')
    await dialogIsOpen(page)
  }
  async function mobileMenu() {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  }
  await walk(
    page,
    [
      { path: '/', ready: longWord(60) },
      { path: `/items/${item._id}`, ready: longWord(60), open: reviews },
      { path: `/items/${item._id}`, ready: longWord(60), open: logInDialog },
      { path: '/faq', ready: 'How do I', open: mobileMenu, at: [768, 390, 320] },
      { path: '/auth', ready: 'Log in to Kade' },
      { path: '/auth/forgot', ready: 'password' },
      { path: `/auth/reset?token=${longWord(120)}`, ready: 'password' },
      { path: '/cart', ready: 'Please log in' },
      { path: '/profile', ready: 'Please log in' },
    ],
    record,
  )
}

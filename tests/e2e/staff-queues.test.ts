import type { Page } from '@playwright/test'
import { createOrder, findItems, markPaid } from './api.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { openHydrated, orderNumber, socketReady, toast } from './page-actions.ts'

/** Creates an order and marks it as paid, by bank unless said otherwise. @returns its id */
async function createPaidOrder(customer: TestUser, reference: string, method?: string): Promise<string> {
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, reference, method)
  return order._id
}

const rowOf = (page: Page, id: string) => page.getByRole('row').filter({ hasText: orderNumber(id) })
const linkOf = (page: Page, id: string) => page.getByRole('link', { name: orderNumber(id) })
const stateOf = async (staff: TestUser, id: string) => (await staff.call('GET', `/admin/orders/${id}`)).data

test('a shortcut never decides a payment that nobody chose', async ({ logIn, newCustomer }) => {
  const [ishara, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const customer = await newCustomer()
  const ids: string[] = []
  for (const n of [1, 2, 3, 4]) ids.push(await createPaidOrder(customer, `DISARM-${n}`))
  const [first, second, third, fourth] = ids as [string, string, string, string]
  const { page } = ishara
  await page.goto('/admin/payments?q=DISARM-')
  await expect(rowOf(page, fourth)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(linkOf(page, second)).toBeFocused()

  await test.step('a colleague decides the selected payment', async () => {
    const { y } = (await rowOf(page, third).boundingBox())!
    await mira.call('PATCH', `/admin/orders/${second}/reject`, { reason: 'Nothing has arrived' })
    const notice = `Mira has rejected ${orderNumber(second)}. Choose a payment with j, k or a click.`
    await expect(page.getByRole('status').filter({ hasText: notice })).toBeVisible()
    expect((await rowOf(page, third).boundingBox())!.y, 'no row moves').toBe(y)
    await expect(rowOf(page, second).getByRole('button')).toHaveCount(0)
    for (const key of ['v', 'r', 'c', 'v']) {
      await page.keyboard.press(key)
      await page.keyboard.press('Enter')
    }
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    for (const id of [first, third, fourth]) {
      expect(await stateOf(mira, id)).toMatchObject({ paymentStatus: 'paid', checking: null })
    }
  })

  await test.step('the pointer rests on a row, and those above it are decided', async () => {
    await rowOf(page, third)
      .getByRole('button', { name: /^Verify/ })
      .hover()
    const { y } = (await rowOf(page, third).boundingBox())!
    await mira.call('PATCH', `/admin/orders/${first}/verify`)
    await expect(rowOf(page, first)).toContainText('Verified by Mira')
    expect((await rowOf(page, third).boundingBox())!.y).toBe(y)
    await page.mouse.move(0, 0)
    await expect(rowOf(page, first)).toHaveCount(0)
  })

  await test.step('a colleague decides while the dialog is open', async () => {
    await page.keyboard.press('j')
    await expect(linkOf(page, third)).toBeFocused()
    await mira.call('DELETE', `/admin/orders/${third}/claim`)
    await page.keyboard.press('v')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('DISARM-3')
    await expect.poll(async () => (await stateOf(mira, third)).checking).toMatchObject({ name: 'Ishara' })
    await ishara.call('PATCH', `/admin/orders/${third}/verify`)
    await expect(dialog).toContainText(`Ishara has verified ${orderNumber(third)}.`)
    await expect(dialog.getByRole('button', { name: 'Verify payment' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Close', exact: true }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(linkOf(page, third)).toBeFocused()
    expect(await stateOf(mira, fourth)).toMatchObject({ paymentStatus: 'paid' })
    await page.keyboard.press('j')
    await expect(linkOf(page, fourth)).toBeFocused()
    await expect(rowOf(page, third)).toHaveCount(0)
  })
})

test.describe('a decision that the network swallows', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('what was confirmed stays as it was read until the dialog closes', async ({ logIn, newCustomer }) => {
    const [{ page }, customer] = [await logIn('staff@example.com'), await newCustomer()]
    const id = await createPaidOrder(customer, 'STAYS-1')
    await openHydrated(page, `/admin/payments?q=STAYS-1`)
    await rowOf(page, id).getByRole('button', { name: 'Verify' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Verify this payment?' })
    const confirm = dialog.getByRole('button', { name: 'Verify payment' })
    await page.route('**/verify', (route) => route.abort())
    await confirm.click()
    const failure = 'Network error. Orders can be claimed and decided once you’re back online.'
    await expect(toast(page, failure)).toBeVisible()
    await page.unroute('**/verify')
    await page.route('**/verify', async (route) => {
      const response = await route.fetch()
      // The order has changed on every screen before the answer is there.
      await expect(page.locator('[data-key]').filter({ hasText: orderNumber(id) })).toContainText('Verified by Ishara')
      await expect(dialog).toContainText('Nothing recorded for this order yet.')
      await route.fulfill({ response })
    })
    await confirm.click()
    await expect(toast(page, `Payment verified: ${orderNumber(id)}`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})

test('the focus goes to the next payment after a decision @thorough', async ({ logIn, newCustomer }) => {
  const { page } = await logIn('staff@example.com')
  const customer = await newCustomer()
  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.push(await createPaidOrder(customer, `FOCUS-${n}`))
  const [first, second, third] = ids as [string, string, string]
  await page.goto('/admin/payments?q=FOCUS-')
  await expect(rowOf(page, third)).toBeVisible()
  await page.keyboard.press('j')
  const verify = async () => {
    await page.keyboard.press('v')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Verify payment' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await verify()
  await expect(rowOf(page, first)).toHaveCount(0)
  await expect(linkOf(page, second)).toBeFocused()
  await page.keyboard.press('j')
  await verify()
  await expect(linkOf(page, second), 'the last one is followed by the one before it').toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(linkOf(page, second), 'a dialog gives the focus back').toBeFocused()
  await page.keyboard.press('v')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No payments match “FOCUS-”')).toBeVisible()
})

test('orders to deliver are a queue with claims, keys, a badge and a search', async ({ logIn, newCustomer }) => {
  const [ishara, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const customer = await newCustomer()
  const ids: string[] = []
  for (const n of [1, 2]) ids.push(await createPaidOrder(customer, `SHIP-${n}`))
  // Verified in the other sequence: the queue sorts by verification.
  const [second, first] = ids as [string, string]
  const { page } = ishara
  await page.goto('/admin/deliveries')
  const badge = page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: /^Deliveries/ })
  await expect(page.getByRole('heading', { name: 'Orders to deliver' })).toBeVisible()
  // The demo has some; their number arrives after the page.
  await expect(badge).toContainText(/\d/)
  const before = Number(/\d+/.exec(await badge.innerText())![0])
  for (const id of [first, second]) await mira.call('PATCH', `/admin/orders/${id}/verify`)
  await mira.call('POST', '/admin/replies', { title: 'How to redeem', text: 'Redeem it at example.org, {name}.' })
  await expect(badge).toContainText(String(before + 2))
  await expect(rowOf(page, second)).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^\\(${before + 2}\\) Orders to deliver`))

  await page.getByLabel('Search orders to deliver').fill('SHIP-')
  await expect(page).toHaveURL('/admin/deliveries?q=SHIP-')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(1)).toContainText(orderNumber(first))
  await page.keyboard.press('Escape')

  await customer.page.goto(`/orders/details/${first}`)
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await expect(rowOf(page, first)).toContainText('You')
  await expect(customer.page.getByRole('paragraph').filter({ hasText: 'Being prepared by Ishara' })).toBeVisible()
  await mira.page.goto('/admin/deliveries?q=SHIP-')
  await expect(rowOf(mira.page, first)).toContainText('Ishara')
  await expect(rowOf(mira.page, first).getByRole('button', { name: /^Complete/ })).toBeDisabled()
  expect(await mira.call('PATCH', `/admin/orders/${first}/complete`)).toMatchObject({
    success: false,
    message: 'Ishara is preparing this order.',
  })

  await page.reload()
  await expect(rowOf(page, first), 'a reload keeps the claim').toContainText('You')
  await page.keyboard.press('j')
  await page.keyboard.press('d')
  const dialog = page.getByRole('alertdialog')
  const note = dialog.getByLabel('Delivery note')
  await note.fill('KEY-4711')
  // Typed faster than the replies arrive, Enter still chooses the one that was meant.
  let enter = () => {}
  const entered = new Promise<void>((resolve) => (enter = resolve))
  await page.route('**/admin/replies', (route) => entered.then(() => route.continue()))
  await dialog.getByRole('button', { name: 'Use a saved reply' }).click()
  await page.getByRole('combobox', { name: 'Search saved replies' }).fill('How to redeem')
  await page.keyboard.press('Enter')
  enter()
  await expect(note).toHaveValue('KEY-4711\nRedeem it at example.org, Nila.')
  await expect(note).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, first)).toHaveCount(0)
  await expect(linkOf(page, second)).toBeFocused()
  await expect(badge).toContainText(String(before + 1))
  await expect(rowOf(mira.page, first)).toHaveCount(0)
  await expect(customer.page.getByRole('heading', { name: 'Your order is ready' })).toBeVisible()

  await mira.call('PATCH', `/admin/orders/${second}/complete`)
  const notice = `Mira has completed ${orderNumber(second)}. Choose an order with j, k or a click.`
  await expect(page.getByRole('status').filter({ hasText: notice })).toBeVisible()
  await page.keyboard.press('d')
  await expect(dialog).toHaveCount(0)
})

test('a delivery is corrected, and the customer’s open tab follows @thorough', async ({ logIn, newCustomer }) => {
  const staff = await logIn('staff@example.com')
  const customer = await newCustomer()
  const id = await createPaidOrder(customer, 'REDO-1')
  await staff.call('PATCH', `/admin/orders/${id}/verify`)
  await staff.call('PATCH', `/admin/orders/${id}/complete`, { delivery: 'KEY-WRONG' })
  await customer.page.goto(`/orders/details/${id}`)
  const delivery = customer.page.getByRole('region', { name: 'Your delivery' })
  await delivery.getByRole('button', { name: 'Reveal' }).click()
  await expect(delivery).toContainText('KEY-WRONG')

  await staff.page.goto(`/admin/orders/${id}`)
  await expect(staff.page.getByText(/^Opened today, \d\d:\d\d$/)).toBeVisible()
  await staff.page.getByRole('button', { name: 'Change delivery' }).click()
  const dialog = staff.page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Change delivery' }).click()
  await expect(dialog).toContainText('Please write the delivery')
  await dialog.getByLabel('Delivery note').fill('KEY-RIGHT')
  await dialog.getByRole('button', { name: 'Change delivery' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(staff.page.getByText(/^Opened today, .* changed today, .* not opened since$/)).toBeVisible()
  await expect(staff.page.getByRole('list', { name: 'History of this order' })).toContainText('Delivery changed')

  await expect(delivery).toContainText('Your delivery has just been updated. Reveal it again.')
  await expect(delivery).not.toContainText('KEY-WRONG')
  await expect(customer.page.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await delivery.getByRole('button', { name: 'Reveal' }).click()
  await expect(delivery).toContainText('KEY-RIGHT')
  await expect(delivery).toContainText(/Updated today at \d\d:\d\d/)
  await expect(staff.page.getByText(/opened again today/)).toBeVisible()
  await expect(staff.page.getByText('KEY-RIGHT')).toHaveCount(0)
  await staff.call('PATCH', `/admin/orders/${id}/refund`, { reason: 'Sent back' })
  await expect(staff.page.getByRole('button', { name: 'Change delivery' })).toHaveCount(0)
})

test('the search of the queue is in the address, finds all that wait and new ones live @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const { page } = await logIn('staff@example.com')
  const customer = await newCustomer()
  const first = await createPaidOrder(customer, 'NEEDLE-1')
  await page.goto('/admin/payments')
  await expect(rowOf(page, first)).toBeVisible()
  // On the server: the page has only the first of a long queue.
  const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === 'NEEDLE-')
  await page.getByLabel('Search payments to verify').fill('NEEDLE-')
  await searched
  await expect(page).toHaveURL('/admin/payments?q=NEEDLE-')
  await expect(page.getByRole('row')).toHaveCount(2)
  const second = await createPaidOrder(customer, 'NEEDLE-2')
  await expect(rowOf(page, second), 'a new matching payment appears').toBeVisible()
  const other = await createPaidOrder(customer, 'HAYSTACK-1')
  await page.reload()
  await expect(page.getByLabel('Search payments to verify')).toHaveValue('NEEDLE-')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Search payments to verify').fill('NOTHING-LIKE-IT')
  await expect(page.getByText('No payments match “NOTHING-LIKE-IT”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/admin/payments')
  await expect(page.getByLabel('Search payments to verify')).toBeFocused()
  await expect(rowOf(page, other)).toBeVisible()
})

test('the queue is filtered in the address, stays right live, and only what is shown is verified at once', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const customer = await newCustomer()
  const first = await createPaidOrder(customer, 'SIFT-1')
  const { total } = await stateOf(mira, first)
  const receive = async (order: string) =>
    mira.call('POST', '/admin/payments', { source: 'manual', currency: 'USD', amount: String(total), order })
  await page.goto('/admin/payments?q=SIFT-')
  await expect(rowOf(page, first)).toBeVisible()

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Payment method').selectOption('crypto')
  await expect(page).toHaveURL('/admin/payments?q=SIFT-&paymentMethod=crypto')
  await expect(page.getByRole('heading', { name: 'No payments match “SIFT-” with your filter' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/payments')

  // Other tests of this process leave payments, too.
  await page.goto('/admin/payments?q=SIFT-&paymentMethod=bank')
  await expect(page.getByRole('button', { name: 'Filters · 1' })).toHaveAttribute('aria-expanded', 'true')
  const second = await createPaidOrder(customer, 'SIFT-2')
  await expect(rowOf(page, second), 'a new payment that matches appears').toBeVisible()
  const other = await createPaidOrder(customer, 'SIFT-3', 'crypto')
  for (const id of [second, other]) await receive(id)
  const verifyAll = page.getByRole('button', { name: 'Verify 1 received in full' })
  await expect(verifyAll, 'the other one is not shown').toBeVisible()
  await expect(rowOf(page, other)).toHaveCount(0)

  await linkOf(page, first).focus()
  await page.keyboard.press('j')
  await expect(linkOf(page, second)).toBeFocused()
  await page.keyboard.press('k')
  await expect(linkOf(page, first)).toBeFocused()
  await page.keyboard.press('b')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Verify 1 payment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, second)).toHaveCount(0)
  await expect(rowOf(page, first)).toBeVisible()
  expect(await stateOf(mira, second)).toMatchObject({ paymentStatus: 'verified' })
  expect(await stateOf(mira, first)).toMatchObject({ paymentStatus: 'paid' })
  expect(await stateOf(mira, other)).toMatchObject({ paymentStatus: 'paid' })

  await page.getByRole('button', { name: 'Clear 1 filter' }).click()
  await expect(page).toHaveURL('/admin/payments?q=SIFT-')
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
  await expect(rowOf(page, other)).toBeVisible()

  await page.goto('/admin/deliveries?paymentMethod=crypto')
  await expect(rowOf(page, second)).toHaveCount(0)
  await mira.call('PATCH', `/admin/orders/${other}/verify`)
  await expect(rowOf(page, other)).toBeVisible()
})

test('on a phone, the filters of a queue are in a sheet and counted on its button @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const { page } = await logIn('staff@example.com')
  const id = await createPaidOrder(await newCustomer(), 'SHEET-1')
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/admin/payments')
  await expect(page.getByLabel('Payment method')).toBeHidden()
  const button = page.getByRole('button', { name: /^Filters/ })
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Payment method').selectOption('bank')
  await sheet.getByText('Reference used before').click()
  await expect(page).toHaveURL('/admin/payments?paymentMethod=bank&reused=1')
  await sheet.getByRole('button', { name: /^Show \d+ results?$/ }).click()
  await expect(button).toHaveAccessibleName('Filters (2 set)')
  await button.click()
  await sheet.getByRole('button', { name: 'Clear filters' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin/payments')
  await expect(page.locator(`[data-key="${id}"]`)).toBeVisible()
})

test('a claim is made on purpose, survives a reload and ends with its tab', async ({ logIn, newCustomer }) => {
  const [ishara, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const customer = await newCustomer()
  const id = await createPaidOrder(customer, 'TAB-1')
  const claimed = async () => (await stateOf(ishara, id)).checking !== null
  await customer.page.goto(`/orders/details/${id}`)
  await mira.page.goto(`/admin/orders/${id}`)
  await expect(customer.page.getByText(/Mira has it open right now/)).toBeVisible()
  await expect(mira.page.getByText('No one is checking this payment')).toBeVisible()
  expect(await claimed(), 'reading it claims nothing').toBe(false)

  await mira.page.getByRole('button', { name: 'Claim' }).click()
  await expect(mira.page.getByText('You are checking this payment')).toBeVisible()
  await expect(customer.page.getByText('Being checked by Mira').first()).toBeVisible()
  await mira.page.reload()
  await expect(mira.page.getByText('You are checking this payment')).toBeVisible()
  await ishara.page.goto(`/admin/orders/${id}`)
  await expect(ishara.page.getByText('Mira is checking this payment')).toBeVisible()

  await mira.page.goto('about:blank')
  await expect(ishara.page.getByText('No one is checking this payment'), 'a reload that takes longer').toBeVisible()
  await Promise.all([socketReady(mira.page), mira.page.goto(`/admin/orders/${id}`)])
  await expect(mira.page.getByText('You are checking this payment')).toBeVisible()
  await expect(ishara.page.getByText('Mira is checking this payment')).toBeVisible()

  await mira.page.close({ runBeforeUnload: false })
  await expect(ishara.page.getByText('No one is checking this payment')).toBeVisible()
  await expect(customer.page.getByText('Being checked by Mira')).toHaveCount(0)
  await expect(ishara.page.getByRole('button', { name: 'Verify payment' })).toBeEnabled()
})

test('when a colleague claims a payment, the focus stays at it, and every claim is announced @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const id = await createPaidOrder(await newCustomer(), 'FOCUS-1')
  const claim = () => mira.call('POST', `/admin/orders/${id}/claim`)
  const release = () => mira.call('DELETE', `/admin/orders/${id}/claim`)
  await page.goto('/admin/payments')
  const announcement = page.getByRole('status').filter({ hasText: 'Mira is checking this payment.' })
  for (const name of ['Claim', 'Verify', 'Reject']) {
    const button = rowOf(page, id).getByRole('button', { name: `${name} ${orderNumber(id)}` })
    await button.focus()
    await expect(announcement).toHaveCount(0)
    await claim()
    await expect(linkOf(page, id), name).toBeFocused()
    await expect(announcement).toHaveCount(1)
    await release()
    await expect(button).toBeEnabled()
    await expect(linkOf(page, id), name).toBeFocused()
  }
  const own = page.getByRole('status').filter({ hasText: 'You are checking this payment.' })
  for (const times of [1, 0]) {
    await page.keyboard.press('c')
    await expect(own).toHaveCount(times)
  }

  await page.keyboard.press('Enter')
  const peek = page.getByRole('complementary', { name: `Order ${orderNumber(id)}` })
  for (const part of [peek, page.getByRole('main')]) {
    for (const name of ['Claim', 'Verify payment']) {
      await part.getByRole('button', { name, exact: true }).focus()
      await claim()
      const decisions = part.getByRole('group', { name: 'Decisions' })
      await expect(decisions).toContainText('Mira is checking this payment')
      await expect(decisions, name).toBeFocused()
      await release()
      await expect(part.getByRole('button', { name, exact: true })).toBeEnabled()
    }
    await page.goto(`/admin/orders/${id}`)
  }
})

test('the next and previous order are those of the list, also after a link to another order; none without a list @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, customer, stranger] = [await logIn('mira@example.com'), await newCustomer(), await newCustomer()]
  await page.setViewportSize({ width: 1440, height: 900 })
  const first = await createPaidOrder(customer, 'STEP-1')
  // Orders with the same reference link to each other.
  const second = await createPaidOrder(customer, 'STEP-SHARED')
  const third = await createPaidOrder(customer, 'STEP-SHARED')
  const elsewhere = await createPaidOrder(stranger, 'STEP-SHARED')
  const next = page.getByRole('button', { name: 'Next order (j)' })
  const previous = page.getByRole('button', { name: 'Previous order (k)' })
  const expectOrder = (id: string) =>
    expect(page.getByRole('heading', { level: 1, name: `Order ${orderNumber(id)}` })).toBeVisible()
  const follow = async (id: string) => {
    await page
      .getByRole('main')
      .getByRole('link', { name: orderNumber(id) })
      .first()
      .click()
    await expectOrder(id)
  }

  await page.goto(`/admin/payments?q=${customer.email}`)
  await linkOf(page, first).click()
  await page.getByRole('link', { name: 'Open page' }).click()
  await expectOrder(first)
  await expect(previous).toBeDisabled()
  await page.keyboard.press('j')
  await expectOrder(second)

  await test.step('a link to the last of the list', async () => {
    await follow(third)
    await expect(next).toBeDisabled()
    await page.keyboard.press('k')
    await expectOrder(second)
    await next.click()
    await expectOrder(third)
  })

  await test.step('a link to an order that the list doesn’t have', async () => {
    await follow(elsewhere)
    await expect(next.or(previous)).toHaveCount(0)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expectOrder(elsewhere)
    await page.goBack()
    await expectOrder(third)
    await previous.click()
    await expectOrder(second)
  })

  await test.step('an order that was opened by its address, and a link from it', async () => {
    await page.goto(`/admin/orders/${second}`)
    await expectOrder(second)
    await expect(next.or(previous)).toHaveCount(0)
    await follow(third)
    await expect(next.or(previous)).toHaveCount(0)
  })
})

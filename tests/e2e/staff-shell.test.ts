import type { Page } from '@playwright/test'
import { createOrder, findItems, markPaid } from './api.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { openHydrated, orderNumber } from './page-actions.ts'

async function createPaidOrder(customer: TestUser, reference: string): Promise<string> {
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, reference)
  return order._id
}

test('the staff area fills the window, and payments are looked at and decided beside their list', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const customer = await newCustomer()
  const [first, second] = [await createPaidOrder(customer, 'PEEK-1'), await createPaidOrder(customer, 'PEEK-2')]
  const peek = (id: string) => page.getByRole('complementary', { name: `Order ${orderNumber(id)}` })
  const link = (id: string) => page.getByRole('row').getByRole('link', { name: orderNumber(id) })

  await test.step('the frame comes with the document, without the shop around it', async () => {
    await page.goto('/admin/payments')
    await expect(link(second)).toBeVisible()
    const html = await (await page.request.get('/admin/payments')).text()
    expect(html).toContain('aria-label="Staff"')
    expect(html).toContain('Payments to verify')
    expect(html).not.toContain('aria-label="Footer"')
    await page.goto('/admin/payments?q=PEEK-')
    await expect(link(second)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(await overflow()).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await link(first).click()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    expect(await overflow(), 'nor does a long page, on a phone').toBe(0)
    await page.goBack()
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(link(first)).toBeFocused()
  })

  await test.step('Enter opens the panel, j and k move it, Escape closes it', async () => {
    await page.keyboard.press('Enter')
    await expect(peek(first)).toContainText('PEEK-1')
    const email = peek(first).getByRole('link', { name: customer.email })
    expect((await email.boundingBox())!.height, 'large enough a target').toBeGreaterThanOrEqual(24)
    const listOverflow = await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight)
    expect(listOverflow, 'the panel scrolls by itself').toBe(0)
    await expectAccessible(page)
    await expect(page).toHaveURL('/admin/payments?q=PEEK-')
    await page.keyboard.press('j')
    await expect(peek(second)).toContainText('PEEK-2')
    await expect(peek(second).getByText('No one is checking this payment')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await expect(link(second)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(peek(second)).toBeVisible()
    // At once, while what was closed fades out.
    for (const key of ['Escape', 'Enter']) await page.keyboard.press(key)
    await expect(peek(second)).toBeVisible()
  })

  await test.step('a note that is being written survives a look at another payment', async () => {
    await peek(second).getByLabel('Add a note').fill('Ask the bank')
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await expect(peek(first).getByLabel('Add a note')).toHaveValue('')
    await page.keyboard.press('j')
    await expect(peek(second).getByLabel('Add a note')).toHaveValue('Ask the bank')
  })

  await test.step('a payment that a colleague decides stays in the panel, and no key decides another', async () => {
    await mira.call('PATCH', `/admin/orders/${second}/reject`, { reason: 'Nothing has arrived' })
    await expect(
      page.getByRole('status').filter({ hasText: `Mira has rejected ${orderNumber(second)}.` }),
    ).toBeVisible()
    for (const key of ['v', 'Enter', 'v']) await page.keyboard.press(key)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(peek(second).getByRole('button', { name: 'Verify payment' })).toHaveCount(0)
    expect((await mira.call('GET', `/admin/orders/${first}`)).data).toMatchObject({ paymentStatus: 'paid' })
    await peek(second).getByRole('button', { name: 'Reopen order' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Reopen this order?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  await test.step('v decides the payment in the panel', async () => {
    await page.keyboard.press('k')
    await expect(peek(first)).toBeVisible()
    await page.keyboard.press('v')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verify payment' }).press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect
      .poll(async () => (await mira.call('GET', `/admin/orders/${first}`)).data)
      .toMatchObject({
        paymentStatus: 'verified',
      })
  })
})

test('a row that leaves fades out as a copy, or disappears at once if motion is reduced @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const customer = await newCustomer()
  await createPaidOrder(customer, 'ROW-STAYS')
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const id = await createPaidOrder(customer, `ROW-${reducedMotion}`)
    const row = page.getByRole('row').filter({ hasText: orderNumber(id) })
    await page.emulateMedia({ reducedMotion })
    await page.goto('/admin/payments?q=ROW-')
    await expect(row).toBeVisible()
    const frame = page.locator('.order-queue .table-frame')
    const copies = await frame.evaluateHandle((element) => {
      const found: { text: string; inert: boolean }[] = []
      const add = (node: Node) =>
        node instanceof HTMLTableElement && found.push({ text: node.textContent, inert: node.inert })
      new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(add))).observe(element, {
        childList: true,
      })
      return found
    })
    await mira.call('PATCH', `/admin/orders/${id}/verify`, { reason: 'As agreed' })
    await expect(row).toHaveCount(0)
    await expect(frame.locator('table')).toHaveCount(1)
    const expected = { text: expect.stringContaining(orderNumber(id).slice(1)), inert: true }
    expect(await copies.jsonValue()).toEqual(reducedMotion === 'reduce' ? [] : [expected])
  }
})

test('on a phone, the bar of a page stays in view, and the tab of its section leads to its top @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  const main = page.getByRole('main')
  for (const path of ['orders', 'items']) {
    await page.goto(`/admin/${path}`)
    await expect(page.locator('[data-key]').nth(20)).toBeVisible()
    await main.evaluate((element) => element.scrollTo({ top: 600 }))
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeInViewport({ ratio: 1 })
  }
  const { items } = await findItems(page, 'limit=1')
  await page.goto(`/admin/items/${items[0]!._id}`)
  const below = page.getByRole('button', { name: 'Unpublish' })
  await expect(below).toBeInViewport()
  await main.evaluate((element) => element.scrollTo({ top: 400 }))
  await expect(below, 'what stands in its second line scrolls away').not.toBeInViewport()
  await below.focus()
  await expect(below, 'and comes back for the keyboard').toBeInViewport({ ratio: 1 })
  await page.goto('/admin/payments')
  await expect(page.locator('[data-key]').first()).toBeVisible()
  await main.evaluate((element) => element.scrollTo({ top: 300 }))
  await page.getByRole('navigation', { name: 'Main sections' }).getByRole('link', { name: 'Payments' }).click()
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(0)
})

test('the arrow back leads to the list as it was left @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  const main = page.getByRole('main')
  for (const [list, back] of [
    ['items?q=year', 'Items'],
    ['customers?q=example', 'Customers'],
    ['orders?paymentStatus=verified', 'Orders'],
  ] as const) {
    await openHydrated(page, `/admin/${list}`)
    const row = page.locator('[data-key]').nth(12)
    await expect(row).toBeVisible()
    await main.evaluate((element) => element.scrollTo({ top: 500 }))
    await row.getByRole('link').first().click()
    await expect(page).not.toHaveURL(`/admin/${list}`)
    await page.getByRole('link', { name: back, exact: true }).first().click()
    await expect(page).toHaveURL(`/admin/${list}`)
    await expect.poll(() => main.evaluate((element) => element.scrollTop), list).toBe(500)
  }
})

test('back at a list, the row that was opened is selected and has the focus @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  const link = (row: number) => page.locator('[data-key]').nth(row).locator('a:not([target])').first()
  for (const [list, back] of [
    ['customers?q=example', 'Customers'],
    ['orders', 'Orders'],
  ] as const) {
    await openHydrated(page, `/admin/${list}`)
    await expect(link(9)).toBeVisible()
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('j')
    const arrow = page.getByRole('main').getByRole('link', { name: back, exact: true })
    for (const goBack of [() => page.goBack(), () => arrow.click()]) {
      await page.keyboard.press('Enter')
      await expect(page).not.toHaveURL(`/admin/${list}`)
      await expect(page.getByRole('main')).toBeFocused()
      await goBack()
      await expect(page).toHaveURL(`/admin/${list}`)
      await expect(link(5), list).toBeFocused()
    }
    await page.keyboard.press('j')
    await expect(link(6)).toBeFocused()
  }
  // One that is opened from elsewhere starts at its top.
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('link', { name: /^Orders/ }).click()
  await expect(link(6)).toBeVisible()
  await page.keyboard.press('j')
  await expect(link(0)).toBeFocused()
})

test('on a phone, the arrow back and Back lead to the inbox as it was left @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const { page } = await logIn('staff@example.com')
  for (let i = 0; i < 12; i += 1) {
    const customer = await newCustomer()
    await customer.call('POST', '/support-chat/message', { message: 'Where is my order?' })
  }
  await page.setViewportSize({ width: 390, height: 600 })
  await openHydrated(page, '/admin/support')
  const rows = page.locator('.inbox-rows')
  const position = () => rows.evaluate((element) => element.scrollTop)
  await expect(rows.getByRole('listitem').nth(12)).toBeVisible()
  for (const goBack of [() => page.getByRole('link', { name: 'All conversations' }).click(), () => page.goBack()]) {
    await rows.evaluate((element) => element.scrollTo({ top: 240 }))
    expect(await position()).toBe(240)
    await rows.getByRole('link').nth(5).click()
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
    await expect(rows).toBeHidden()
    await goBack()
    await expect(rows).toBeVisible()
    expect(await position()).toBe(240)
  }
})

test('on a tablet, all heads of a table stay in view while its rows scroll below them @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const path of ['orders', 'items', 'customers']) {
    await page.goto(`/admin/${path}`)
    await expect(page.locator('[data-key]').nth(20)).toBeVisible()
    const heads = page.locator('thead th:visible')
    const topsOfHeads = () =>
      heads.evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().top)))
    await page.getByRole('main').evaluate((element) => element.scrollTo({ top: 600 }))
    await expect(page.locator('[data-key]').first()).not.toBeInViewport()
    const [first, ...others] = await topsOfHeads()
    expect(others.length, path).toBeGreaterThan(2)
    expect(others, `${path}: in one line`).toEqual(others.map(() => first))
    await expect(heads.first(), path).toBeInViewport({ ratio: 1 })
  }
})

test('Ctrl+K finds an order, a customer and an item on any page, by keyboard alone', async ({ logIn, newCustomer }) => {
  const [{ page }, customer] = [await logIn('staff@example.com'), await newCustomer()]
  const order = await createPaidOrder(customer, 'PALETTE-77')
  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const item = items[0]!
  let release = () => {}
  const isTyped = new Promise<void>((resolve) => (release = resolve))
  await page.route(/palette-dialog/, async (route) => {
    await isTyped
    await route.continue()
  })
  const isListening = page.waitForRequest(/palette-dialog/)
  await openHydrated(page, '/admin/payments')
  await isListening
  const palette = page.getByRole('dialog', { name: 'Search everything' })
  const options = palette.getByRole('option')
  for (const [text, group, name, url] of [
    ['palette-77', 'Orders', orderNumber(order), `/admin/orders/${order}`],
    [customer.email, 'Customers', 'Nila Fernando', `/admin/customers/${customer.id}`],
    [item.name, 'Items', item.name, `/admin/items/${item._id}`],
  ] as const) {
    await page.keyboard.press('Control+k')
    // The first text before the palette's code has arrived.
    await page.keyboard.type(text)
    release()
    await expect(palette.getByRole('combobox')).toHaveValue(text)
    const found = palette.getByRole('group', { name: group }).getByRole('option', { name }).first()
    await expect(found).toBeVisible()
    await expect(palette.locator('[aria-busy=true]')).toHaveCount(0)
    const ids = await options.evaluateAll((all) => all.map(({ id }) => id))
    for (let step = ids.indexOf((await found.getAttribute('id'))!); step > 0; step -= 1) {
      await page.keyboard.press('ArrowDown')
    }
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
    await expect(page).toHaveURL(url)
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('inbox')
  await expect(options.first(), 'another word for a page').toHaveText(/^Support/)
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nosuchthing')
  await expect(palette.getByText(/No results|Nothing/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(page).toHaveURL(`/admin/items/${item._id}`)
})

test('Ctrl+K opens the search on the shop’s pages for staff, and for nobody else @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, customer] = [await logIn('staff@example.com'), await newCustomer()]
  const searchOf = (one: Page) => one.getByRole('dialog', { name: 'Search everything' })
  for (const path of ['/', '/items', '/orders', '/nowhere']) {
    const isListening = page.waitForRequest(/palette-dialog/)
    await openHydrated(page, path)
    await isListening
    await page.keyboard.press('Control+k')
    await expect(searchOf(page), path).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type(customer.email)
  await expect(searchOf(page).getByRole('option', { name: 'Nila Fernando' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/customers/${customer.id}`)

  const requests: string[] = []
  customer.page.on('request', (request) => requests.push(request.url()))
  await openHydrated(customer.page, '/items')
  await customer.page.waitForLoadState('networkidle')
  await customer.page.keyboard.press('Control+k')
  await expect(searchOf(customer.page)).toHaveCount(0)
  expect(requests.filter((url) => /staff|palette/.test(url))).toEqual([])
})

test('a staff page that is opened again has one title, which follows what is shown @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  const titles = page.locator('head > title')
  for (const path of ['/admin/items', '/admin/items', '/admin/customers']) {
    await openHydrated(page, path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(titles, path).toHaveCount(1)
  }
  expect(await (await page.request.get('/admin/customers')).text()).toContain('<title>Customers · Kade</title>')
  await page.getByRole('link', { name: 'Items', exact: true }).click()
  await expect(page).toHaveTitle('Items · Kade')
  await expect(titles).toHaveCount(1)
})

test('lists are sorted by the heads of their columns, in the address @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.goto('/admin/items')
  const head = page.getByRole('columnheader', { name: 'Price' })
  const prices = async () =>
    (await page.getByRole('row').locator('td:nth-child(5)').allInnerTexts()).map((text) =>
      Number(text.replaceAll(/.*\$|,/gs, '')),
    )
  await expect(head).not.toHaveAttribute('aria-sort')
  await head.getByRole('button').click()
  await expect(page).toHaveURL('/admin/items?sort=price&direction=asc')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(async () => (await prices())[0]).toBeLessThan(3)
  await head.getByRole('button').press('Enter')
  await expect(page).toHaveURL('/admin/items?sort=price&direction=desc')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await prices())[0]).toBeGreaterThan(100)
  // The heads stay while the rows are loading.
  await expect(head.getByRole('button')).toBeFocused()
  await expect.poll(prices).toEqual((await prices()).toSorted((a, b) => b - a))
  for (const [path, name, sort] of [
    ['/admin/customers', 'Customer', 'sort=name&direction=asc'],
    ['/admin/reviews', 'Stars', 'sort=stars&direction=desc'],
    ['/admin/money?state=all', 'Worth', 'sort=worth&direction=desc'],
    ['/admin/audit', 'Time', 'direction=asc'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('columnheader', { name, exact: true }).getByRole('button').click()
    await expect(page).toHaveURL(`${path}${path.includes('?') ? '&' : '?'}${sort}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
})

test('where a head to sort by is hidden, lists are sorted by a field @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 768, height: 900 })
  await openHydrated(page, '/admin/money?state=all')
  await expect(page.getByRole('columnheader', { name: 'Worth' })).toBeHidden()
  const open = page.getByRole('button', { name: 'Sort', exact: true })
  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Sort' })
  await sheet.getByLabel('Sort by').selectOption('Worth')
  await expect(page).toHaveURL('/admin/money?state=all&sort=worth&direction=desc')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('columnheader', { name: 'Worth' })).toHaveAttribute('aria-sort', 'descending')
  await expect(open).toBeHidden()
})

test('on a phone, where no heads are shown, lists are sorted by a field, in the same address @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/admin/items')
  const sheet = page.getByRole('dialog', { name: /^(Filters|Sort)$/ })
  const field = sheet.getByLabel('Sort by')
  const openSheet = () => page.getByRole('button', { name: /^(Filters|Sort)/ }).click()
  await expect(page.getByLabel('Category'), 'the filters leave the room to the list').toBeHidden()
  expect((await page.getByRole('row').nth(1).boundingBox())!.y).toBeLessThan(320)
  await openSheet()
  await expect(field).toHaveValue('created')
  await field.selectOption('Price')
  await expect(page).toHaveURL('/admin/items?sort=price&direction=asc')
  const prices = async () =>
    (await page.locator('tbody tr td:nth-child(5)').allInnerTexts()).map((text) =>
      Number(text.replaceAll(/.*\$|,/gs, '')),
    )
  await expect.poll(async () => (await prices())[0]).toBeLessThan(3)
  await sheet.getByRole('button', { name: 'Ascending: sort descending' }).press('Enter')
  await expect(page).toHaveURL('/admin/items?sort=price&direction=desc')
  await expect(page.getByRole('button', { name: 'Descending: sort ascending' })).toBeFocused()
  await expect.poll(async () => (await prices())[0]).toBeGreaterThan(100)
  expect(await prices()).toEqual((await prices()).toSorted((a, b) => b - a))
  await sheet.getByLabel('Show').selectOption('Drafts')
  await expect(page).toHaveURL('/admin/items?sort=price&direction=desc&archived=draft')
  await sheet.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/items')
  await sheet.getByRole('button', { name: /^Show \d+ results$/ }).click()
  await expect(sheet).toHaveCount(0)
  // Nothing that can't be seen takes the focus.
  await expect(page.locator('.table-sort').first()).toBeHidden()
  for (const [path, name, address] of [
    ['/admin/customers', 'Email', '?sort=email&direction=asc'],
    ['/admin/reviews', 'Stars', '?sort=stars&direction=desc'],
    ['/admin/coupons', 'Uses', '?sort=uses&direction=desc'],
    ['/admin/orders', 'Verified', '?sort=verified&direction=desc'],
  ] as const) {
    await openHydrated(page, path)
    await openSheet()
    await field.selectOption(name)
    await expect(page).toHaveURL(path + address)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await page.setViewportSize({ width: 1920, height: 844 })
  await expect(page.getByRole('button', { name: /^Sort/ })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Verified' })).toHaveAttribute('aria-sort', 'descending')
})

test('items are selected one by one and all at once, also on a phone and by keyboard @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await openHydrated(page, '/admin/items')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(50)
  const all = page.getByRole('checkbox', { name: 'Select all shown' })
  const change = page.getByRole('button', { name: /^Change prices of/ })
  await page.keyboard.press('Shift+X')
  await expect(change, 'also before anything is selected').toHaveText('Change prices of 50 items')
  await page.keyboard.press('Shift+X')
  await expect(change).toHaveCount(0)
  const { y } = (await rows.nth(1).boundingBox())!
  await rows.first().getByRole('checkbox').check()
  await expect(change).toHaveText('Change prices of 1 item')
  expect((await rows.nth(1).boundingBox())!.y, 'no row moves').toBe(y)
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog', { name: 'Change prices: 1 item' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+X')
  await expect(all, 'all that are shown').toHaveJSProperty('indeterminate', false)
  await expect(change).toHaveText('Change prices of 50 items')
  const count = /^50 of \d+ selected$/
  await expect(page.getByRole('group', { name: 'Selected items' }).getByText(count)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: count }), 'and is announced').toHaveCount(1)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(100)
  await expect(all, 'only a part of them now').toHaveJSProperty('indeterminate', true)
  await all.press('Space')
  await expect(change).toHaveText('Change prices of 100 items')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(all).toBeChecked()
  await rows.first().getByRole('checkbox').uncheck()
  await expect(all).not.toBeChecked()
  await expect(change).toHaveText('Change prices of 99 items')
  await expect(page, 'the checkbox doesn’t open the item').toHaveURL('/admin/items')
  const clear = page.getByRole('button', { name: 'Clear selection' })
  expect((await clear.boundingBox())!.y, 'on one line').toBe((await change.boundingBox())!.y)
  await clear.click()
  await all.check()
  await all.uncheck()
  await expect(change).toHaveCount(0)
})

test('orders are filtered and sorted in the address, and follow what happens @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page, call }, customer] = [await logIn('staff@example.com'), await newCustomer()]
  const id = await createPaidOrder(customer, 'FILTER-1')
  await page.goto('/admin/orders?q=FILTER-1')
  const row = page.getByRole('row').filter({ hasText: orderNumber(id) })
  await expect(row).toContainText('To verify')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Payment method').selectOption('bank')
  await page.getByLabel('At least').fill('100000')
  await expect(page).toHaveURL('/admin/orders?q=FILTER-1&paymentMethod=bank&minTotal=100000')
  await expect(page.getByText('No orders found')).toBeVisible()
  await page.getByLabel('At least').fill('Rs 10')
  await expect(row).toBeVisible()
  await page.getByLabel('At least').fill('')
  await expect(row).toBeVisible()
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('From', { exact: true }).fill(today)
  await expect(row).toBeVisible()

  await page.goto(`/admin/orders?paymentStatus=paid&from=${today}`)
  await expect(row).toBeVisible()
  await call('PATCH', `/admin/orders/${id}/verify`)
  await expect(row, 'it leaves the list').toHaveCount(0)
  await page.goto(`/admin/orders?q=FILTER-1&from=${today}`)
  await page.getByRole('button', { name: 'Placed' }).click()
  await expect(page).toHaveURL(`/admin/orders?q=FILTER-1&from=${today}&sort=placed&direction=asc`)
  await expect(page.getByRole('columnheader', { name: 'Placed' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(row).toContainText('Verified')
})

test('on an order’s page, j and k lead to its neighbours in the list from which it was opened @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page, call }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const ids = [await createPaidOrder(customer, 'NEIGHBOUR-1'), await createPaidOrder(customer, 'NEIGHBOUR-2')]
  const heading = (id: string) => page.getByRole('heading', { name: `Order ${orderNumber(id)}`, level: 1 })
  await openHydrated(page, '/admin/payments?q=NEIGHBOUR-')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await expect(heading(ids[0]!)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous order' })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(heading(ids[1]!)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next order' })).toBeDisabled()
  await page.keyboard.press('k')
  await expect(heading(ids[0]!)).toBeVisible()
  await page.keyboard.press('j')
  await call('PATCH', `/admin/orders/${ids[0]}/verify`)
  await expect(page.getByRole('button', { name: 'Previous order' }), 'it has left the list').toBeDisabled()
  await page.goBack()
  await expect(page).toHaveURL('/admin/payments?q=NEIGHBOUR-')

  await openHydrated(page, `/admin/orders/${ids[1]}`)
  await expect(heading(ids[1]!)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next order' }), 'opened by its address').toHaveCount(0)
  await page.keyboard.press('k')
  await expect(page).toHaveURL(`/admin/orders/${ids[1]}`)
})

/** The frames that cut off a part of what they hold. */
const findCut = () =>
  [...document.querySelectorAll('.table-frame, .staff-bar, .staff-main')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ className }) => className)

test('between a phone and a desk, tables stay tables and neither a column nor the bar is cut off @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const id = await createPaidOrder(customer, 'BETWEEN-1')
  for (const path of ['payments', 'money?state=all', 'audit', 'system', `orders/${id}`]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openHydrated(page, `/admin/${path}`)
    await expect(
      page
        .getByRole('row')
        .or(page.getByRole('heading', { name: 'History' }))
        .first(),
    ).toBeVisible()
    for (const width of [640, 920, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(findCut), `${path} at ${width} px`).toEqual([])
      if (path.startsWith('orders')) await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      else await expect(page.getByRole('columnheader').first()).toBeVisible()
    }
  }
})

test('a dialog opened by a tool of a list has its close button on a phone, where the tools have no icons @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/admin/items')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByLabel('Category').selectOption({ index: 1 })
  await page.keyboard.press('Escape')
  const tool = page.getByRole('button', { name: /^Change prices in/ })
  await expect(tool.locator('svg')).toBeHidden()
  await tool.click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await expect(close.locator('svg')).toBeVisible()
  await close.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone, the buttons of a dialog share its width, and those with long labels are below each other @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('mira@example.com')
  await page.setViewportSize({ width: 320, height: 844 })
  await openHydrated(page, '/admin/categories')
  await page.getByRole('button', { name: 'New category' }).click()
  const foot = page.locator('dialog .dialog-foot')
  const boxes = async () => {
    const [first, last] = await foot
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRectReadOnly))
    return [first!, last!] as const
  }
  await expect(foot.getByRole('button')).toHaveCount(2)
  const [left, right] = await boxes()
  expect(right.y).toBe(left.y)
  expect(right.x + right.width - left.x, 'but for its padding').toBeGreaterThan(270)

  await foot
    .getByRole('button')
    .last()
    .evaluate((button) => button.prepend('A label that takes more than one line of a phone '))
  const [above, below] = await boxes()
  expect(below.y).toBeGreaterThan(above.y + above.height)
  expect(below.width).toBe(above.width)
  expect(below.width).toBeGreaterThan(270)
  expect(await foot.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('at 900 px and less, daily work has tabs that never move, and a menu has the others @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('mira@example.com')
  const tabs = page.getByRole('navigation', { name: 'Main sections' })
  const all = page.getByRole('navigation', { name: 'Staff' })
  const more = tabs.getByRole('button')
  const daily = [/^Payments/, /^Deliveries/, /^Support/, /^Transfers/]
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 844 })
    const places = new Set<string>()
    for (const path of ['payments', 'orders', 'audit', 'categories']) {
      await page.goto(`/admin/${path}`)
      await expect(tabs.locator('.staff-nav-count').first()).toBeVisible()
      await expect(tabs.locator('[aria-current=page]').filter({ visible: true })).toBeInViewport({ ratio: 1 })
      for (const name of daily) await expect(tabs.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
      await expect(more).toBeInViewport({ ratio: 1 })
      const slots = await tabs.getByRole('link').or(more).all()
      places.add((await Promise.all(slots.map(async (slot) => (await slot.boundingBox())!.x))).join())
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`).toBe(width)
    }
    expect([...places], `at ${width} px`).toHaveLength(1)
    if (width < 640) await expect(more.getByText('More', { exact: true }), 'stays in its place').toBeVisible()
    await expect(more, 'names a section without a tab').toHaveAccessibleName(
      width < 640 ? /^More \(Categories\)/ : /^Categories\s*, more sections/,
    )
    await expect(more).toHaveAttribute('aria-current', 'page')
    await expect(all, 'closed').toHaveCount(0)
    await more.click()
    await expect(all.getByRole('link')).toHaveCount(width < 640 ? 10 : 8)
    await expect(all.locator('[aria-current=page]')).toHaveAccessibleName('Categories')
    await expect(tabs.getByRole('link', { name: /^Payments.*waiting$/ })).toBeVisible()
    if (width === 390) await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(all).toHaveCount(0)
    await expect(more).toBeFocused()
  }

  await more.press('Enter')
  await page.keyboard.press('Tab')
  await expect(all.getByRole('link').first(), 'the keyboard goes on in the menu').toBeFocused()
  await all.getByRole('link', { name: 'Coupons' }).click()
  await expect(page).toHaveURL('/admin/coupons')
  await expect(all, 'a page that opens closes it').toHaveCount(0)
  await more.click()
  await all.getByRole('link', { name: 'Coupons' }).click()
  await expect(all, 'and so does the one that is open').toHaveCount(0)
  await more.click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()

  await page.goto('/admin/customers')
  await expect(more, 'on a tablet, it has a tab').not.toHaveAttribute('aria-current')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(more).toHaveAccessibleName(/^More \(Customers\)/)
  await expect(more).toHaveAttribute('aria-current', 'page')

  await page.setViewportSize({ width: 1280, height: 844 })
  await page.reload()
  await expect(tabs).toHaveCount(0)
  await expect(all.getByRole('link', { name: 'System' })).toBeVisible()
})

test('the menu of all sections opens before the page’s code has come @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/admin/categories')
  await page.route(/\.js$/, () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Coupons' }).click()
  await expect(page).toHaveURL('/admin/coupons')
})

test('on a phone, the row of a category has a menu with what can be done with it @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/admin/categories')
  // Other tests rename categories.
  const button = page.getByRole('button', { name: /^Change / }).first()
  const name = (await button.getAttribute('aria-label'))!.replace('Change ', '')
  await button.click()
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeEnabled()
  await page.getByRole('menuitem', { name: 'Delete' }).press('ArrowUp')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue(name)
})

test('the bars with the titles of lists are equally high @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  const heights: Record<number, Set<number>> = { 390: new Set(), 768: new Set(), 1440: new Set() }
  for (const path of ['payments', 'money', 'support', 'items', 'categories', 'orders', 'customers', 'audit']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('row').or(page.locator('.inbox [data-key]')).nth(1)).toBeVisible()
    for (const [width, found] of Object.entries(heights)) {
      await page.setViewportSize({ width: Number(width), height: 844 })
      found.add((await page.locator('.staff-bar').boundingBox())!.height)
    }
  }
  for (const [width, found] of Object.entries(heights)) expect([...found], `at ${width} px`).toHaveLength(1)
})

test('on a phone, all titles are at one height, and an arrow beside them leads back @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  const heights = new Set<number>()
  for (const path of ['items', 'stats', 'items/new', 'statements']) {
    await openHydrated(page, `/admin/${path}`)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    heights.add(Math.round(title.y + title.height / 2))
  }
  expect([...heights]).toHaveLength(1)
  const back = page.getByRole('main').getByRole('link', { name: 'Payments', exact: true })
  expect(await back.evaluate((link) => link.scrollWidth), 'its words are not shown').toBeLessThanOrEqual(44)
  await back.click()
  await expect(page).toHaveURL('/admin/payments')
})

test('a list without any row has nothing to search, filter or export @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  await openHydrated(page, '/admin/customers')
  await page.route(/\/api\/admin\/(items|categories)/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: [], totalCount: 0, nextCursor: null } })
  })
  const controls = page.getByLabel(/^(Search items|Category|Select all shown)$/).or(page.getByText('Export CSV'))
  await page.getByRole('link', { name: 'Items', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
  await expect(controls).toHaveCount(0)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.unroute(/\/api\/admin\/(items|categories)/)
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(controls).not.toHaveCount(0)
})

test('an order opened from a list belongs to its section, and leads back to it @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page, call }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const id = await createPaidOrder(customer, 'ORIGIN-1')
  await page.setViewportSize({ width: 390, height: 844 })
  const nav = page.getByRole('navigation', { name: 'Main sections' })
  const current = nav.locator('[aria-current]').filter({ visible: true })
  await page.goto('/admin/payments?q=ORIGIN-1')
  const link = page.getByRole('row').getByRole('link', { name: orderNumber(id) })
  await expect(link).toBeVisible()
  expect((await page.getByRole('row').nth(1).boundingBox())!.y, 'the first row is near the top').toBeLessThan(200)
  await link.click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(current).toHaveAccessibleName(/^Payments/)
  await expect(current).toBeInViewport({ ratio: 1 })
  await call('PATCH', `/admin/orders/${id}/verify`)
  await expect(page.getByText('Payment Verified').first()).toBeVisible()
  await expect(current, 'whatever becomes of the order').toHaveAccessibleName(/^Payments/)
  await page.getByRole('link', { name: 'Payments to verify' }).click()
  await expect(page, 'with its search').toHaveURL('/admin/payments?q=ORIGIN-1')

  await page.goto('/admin/orders?q=ORIGIN-1')
  await link.click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(current).toHaveAccessibleName(/^More \(Orders\)/)

  const wayBack = page.locator('.staff-back').getByRole('link')
  await page.route('**/api/admin/orders/*', () => undefined)
  await page.reload()
  await expect(page.getByText('Loading order…')).toBeAttached()
  await expect(wayBack, 'nothing is said that would change').toHaveCount(0)
  await page.unroute('**/api/admin/orders/*')
  await page.reload()
  await expect(wayBack, 'opened by its address, it belongs to what has to be done').toHaveAccessibleName(
    'Orders to deliver',
  )
  await expect(current).toHaveAccessibleName(/^Deliveries/)
  await call('PATCH', `/admin/orders/${id}/complete`, { delivery: 'Your code' })
  await expect(page.getByText('Order Completed').first()).toBeVisible()
  await expect(wayBack, 'whatever becomes of it').toHaveAccessibleName('Orders to deliver')
  await expect(current).toHaveAccessibleName(/^Deliveries/)
})

test('at every width, the queue shows the reference, a warning and the colleague who has claimed the payment @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, mira] = [await logIn('staff@example.com'), await logIn('mira@example.com')]
  const [customer, other] = [await newCustomer(), await newCustomer()]
  const { items } = await findItems(page, 'sortBy=price-low&limit=1')
  const order = await createOrder(customer, items[0]!)
  const way = { paymentMethod: 'crypto', network: 'BEP20', token: 'USDT', reference: 'WIDTHS-1' }
  await customer.call('PATCH', `/checkout/${order._id}/mark-paid`, way)
  await createPaidOrder(other, 'WIDTHS-1')
  await mira.call('POST', `/admin/orders/${order._id}/claim`)
  await page.goto('/admin/payments?q=WIDTHS-1')
  const row = page.getByRole('row').filter({ hasText: orderNumber(order._id) })
  const visible = (text: RegExp) => row.getByText(text).filter({ visible: true })
  for (const width of [1440, 1100, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(visible(/^(Used twice|Reused reference)$/), `at ${width} px`).toHaveCount(1)
    await expect(visible(/^Mira( is checking)?$/), `at ${width} px`).toHaveCount(1)
    await expect(visible(/[0-9A-Z]{3} [0-9A-Z]{4}$/), `at ${width} px`).toHaveCount(1)
    await expect(visible(/Not recorded/), `at ${width} px`).toHaveCount(1)
    if (width < 640) continue
    const method = visible(/^BNB Chain$/)
    const [text, cell] = [(await method.boundingBox())!, (await row.getByRole('cell').nth(3).boundingBox())!]
    expect(text.x, `at ${width} px`).toBeGreaterThanOrEqual(cell.x)
  }
  await mira.call('DELETE', `/admin/orders/${order._id}/claim`)
  await row.getByRole('button', { name: /^Verify/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('ReceivedNothing recorded')
  await expect(dialog).toContainText('Nothing recorded for this order yet. Check the wallet before you verify.')
  await expect(dialog.getByRole('button', { name: 'Verify payment' }), 'and asks for no reason').toBeFocused()
})

test('a claim leaves the names of customers in the queue whole @thorough', async ({ logIn, newCustomer }) => {
  const [{ page }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  await page.setViewportSize({ width: 1440, height: 900 })
  const id = await createPaidOrder(customer, 'NAMES-1')
  await page.goto('/admin/payments?q=NAMES-1')
  const row = page.getByRole('row').filter({ hasText: orderNumber(id) })
  await row.getByRole('button', { name: /^Claim/ }).click()
  await expect(row.getByRole('button', { name: /^Release/ })).toBeVisible()
  const name = row.getByTitle(/@/)
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(row.getByText('You are checking')).toBeVisible()
  await page.setViewportSize({ width: 1920, height: 900 })
  await expect(row.getByText('first order'), 'where there is room for both').toBeVisible()
})

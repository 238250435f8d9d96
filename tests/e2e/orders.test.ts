import type { Page } from '@playwright/test'
import { createItem, createOrder, findItems, listOrders, markPaid, type Order, transferAccounts } from './api.ts'
import { formatAmount, holdScripts, openHydrated, orderNumber, recordToasts, toast } from './page-actions.ts'
import { expect, test, type TestUser } from './fixtures.ts'

test.use({ expectedErrors: /status of 5\d\d|ERR_FAILED/ })

test('order list: count, filters in the URL, status of each @thorough', async ({ logIn, newCustomer }) => {
  const ada = await logIn('ada@example.com')
  const orders = await listOrders(ada)
  const { page } = ada
  await page.goto('/orders')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(cards).toHaveCount(orders.length)
  await expect(page.getByRole('main').getByText(String(orders.length), { exact: true })).toBeVisible()
  const [newest] = orders
  const card = cards.filter({ hasText: `Order ${orderNumber(newest!._id)}` })
  await expect(card).toContainText(formatAmount(newest!.total))
  await expect(card.getByRole('link', { name: /^Order/ })).toHaveAttribute('href', `/orders/details/${newest!._id}`)
  // Fails where something above takes the pointer, and so the tooltip.
  await card.getByTitle(newest!.items.map(({ name }) => name).join(', ')).hover({ timeout: 5000 })

  const expectCards = async (matches: (order: Order) => boolean) =>
    expect(cards).toHaveCount(orders.filter(matches).length)
  const payment = page.getByLabel('Payment status')
  await expect(payment.locator('option')).toHaveText(['All', 'Pending', 'Paid', 'Failed'])
  await payment.selectOption('paid')
  await expect(page).toHaveURL('/orders?paymentStatus=paid')
  await expectCards(({ paymentStatus }) => ['paid', 'verified'].includes(paymentStatus))
  await payment.selectOption('all')
  const status = page.getByLabel('Order status')
  await expect(status.locator('option')).toHaveText(['All', 'Processing', 'Completed', 'Cancelled'])
  await status.selectOption('cancelled')
  await expect(page).toHaveURL('/orders?orderStatus=cancelled')
  await expectCards(({ orderStatus }) => orderStatus === 'failed')
  await payment.selectOption('pending')
  await expect(page.getByText('No matching orders')).toBeVisible()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(cards).toHaveCount(orders.length)

  const empty = await newCustomer()
  await empty.page.goto('/orders')
  await expect(empty.page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expect(empty.page.getByRole('main').getByRole('link', { name: 'Browse Services' })).toHaveAttribute(
    'href',
    '/items',
  )
  await empty.page.route('**/api/checkout?*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await empty.page.reload()
  await expect(empty.page.getByText('Error loading orders')).toBeVisible()
})

test('order labels: a state and an action in the list, both statuses on the page @thorough', async ({ logIn }) => {
  const ada = await logIn('ada@example.com')
  const states: Record<string, { text: RegExp; action: RegExp; labels: string[] }> = {
    'pending/pending': {
      text: /Waiting for your payment/,
      action: /^Pay now/,
      labels: ['Payment Pending', 'Order Pending'],
    },
    'paid/pending': {
      text: /Waiting to be checked/,
      action: /^View/,
      labels: ['Paid (pending verification)', 'Order Pending'],
    },
    'verified/processing': {
      text: /Being prepared/,
      action: /^View/,
      labels: ['Payment Verified', 'Order Processing'],
    },
    'verified/completed': {
      text: /Ready/,
      action: /^(Reveal|View)/,
      labels: ['Payment Verified', 'Order Completed'],
    },
    'failed/failed': { text: /Payment rejected/, action: /^View/, labels: ['Payment Failed', 'Order Cancelled'] },
    'cancelled/failed': {
      text: /Cancelled|Expired/,
      action: /^View/,
      labels: ['Payment Cancelled', 'Order Cancelled'],
    },
    'refunded/failed': { text: /Refunded/, action: /^View/, labels: ['Payment Refunded', 'Order Cancelled'] },
    'refunded/completed': { text: /Refunded/, action: /^View/, labels: ['Payment Refunded', 'Order Completed'] },
  }
  // Other tests verify or reject the paid orders of the seed.
  const { items } = await findItems(ada.page, 'limit=1')
  await markPaid(ada, await createOrder(ada, items[0]!))
  await ada.page.goto('/orders')
  const examples = new Map<string, string>()
  for (const { _id, paymentStatus, orderStatus, received } of await listOrders(ada)) {
    // One that was paid in part has labels of its own.
    if (paymentStatus === 'paid' && received > 0) continue
    const state = `${paymentStatus}/${orderStatus}`
    examples.set(state, _id)
    const card = ada.page.getByRole('listitem').filter({ hasText: orderNumber(_id) })
    await expect(card).toContainText(states[state]!.text)
    await expect(card.getByRole('link', { name: states[state]!.action })).toBeVisible()
  }
  expect([...examples.keys()].toSorted()).toEqual(Object.keys(states).toSorted())
  for (const [state, id] of examples) {
    await ada.page.goto(`/orders/details/${id}`)
    for (const label of states[state]!.labels) await expect(ada.page.getByText(label).first()).toBeVisible()
  }
})

test('home page: continues the order that waits for its customer, and is a visitor’s when none does', async ({
  newCustomer,
  newVisitor,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  const { items } = await findItems(page, 'limit=2')
  const [older, newer] = [await createOrder(customer, items[0]!), await createOrder(customer, items[1]!)]
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Waiting for you' })
  const popularTop = async () => (await page.getByRole('region', { name: 'Popular right now' }).boundingBox())!.y
  await expect(strip.getByRole('link', { name: `Pay now: order ${orderNumber(newer._id)}` })).toBeVisible()
  await expect(strip.getByRole('link', { name: 'See all 2' })).toHaveAttribute('href', '/dashboard')
  const top = await popularTop()
  await markPaid(customer, newer)
  await expect(strip.getByRole('link')).toHaveCount(1)
  await expect(strip.getByRole('link', { name: `Pay now: order ${orderNumber(older._id)}` })).toBeVisible()
  await customer.call('PATCH', `/checkout/${older._id}/cancel`)
  await expect(strip).toHaveCount(0)
  await expect(page.getByText('typical check', { exact: true })).toBeVisible()
  expect(await popularTop()).toBe(top)

  const visitor = await newVisitor()
  await visitor.goto('/')
  await expect(visitor.getByText('typical check', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0)
})

test('order details: the receipt prints alone, on white in either theme @thorough', async ({ logIn }) => {
  const ada = await logIn('ada@example.com')
  const orders = await listOrders(ada)
  const order = orders.find(
    ({ orderStatus, paymentStatus }) => orderStatus === 'completed' && paymentStatus === 'verified',
  )!
  const { page } = ada
  for (const darkMode of [false, true]) {
    await ada.call('POST', '/auth/dark-mode', { darkMode })
    await page.goto(`/orders/details/${order._id}`)
    await expect(page.locator('html')).toHaveAttribute('data-theme', darkMode ? 'dark' : 'light')
    const receipt = page.locator('.order-receipt')
    await expect(receipt.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    for (const text of [formatAmount(order.total), order._id, order.items[0]!.name]) {
      await expect(receipt).toContainText(text)
    }
    await expect(receipt.getByText(/^Verified · \d{1,2} \w+( \d{4})? · \w+$/), 'the stamp').toBeVisible()
    await expect(receipt.getByText('Billed to')).toBeHidden()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Print receipt' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', '')
    await page.emulateMedia({ media: 'print' })
    await expect(receipt).toBeVisible()
    for (const text of ['Billed to', ada.email, 'Sold by', `${ada.page.url().split('/')[2]}`, orderNumber(order._id)]) {
      await expect(receipt.getByText(text).filter({ visible: true }).first()).toBeVisible()
    }
    await expect(receipt.getByText(/^Verified by \w+ on$/)).toBeVisible()
    for (const role of ['banner', 'contentinfo', 'button', 'link', 'list'] as const) {
      const printed = page.getByRole(role).filter({ visible: true, hasNot: page.locator('.order-receipt') })
      const inside = receipt.getByRole(role).filter({ visible: true })
      expect(await printed.count(), `only the receipt has a ${role}`).toBe(await inside.count())
    }
    const [background, text] = await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector('.order-receipt h2')!).color,
    ])
    expect(background).toBe('rgb(255, 255, 255)')
    expect(Number(/\d+/.exec(text)), 'dark text').toBeLessThan(80)
    await page.emulateMedia({ media: 'screen' })
  }
  await expect(page.getByRole('link', { name: 'Get help with this order' })).toHaveAttribute(
    'href',
    `/support?order=${order._id}`,
  )
  await expect(page.getByRole('link', { name: 'Back to orders' })).toHaveAttribute('href', '/orders')
})

const countMoves = (page: Page) =>
  page.locator('.step').evaluateAll((steps) => steps.flatMap((step) => step.getAnimations()).length)

test('order details: steps that are displaced while they move go on from where they are @thorough', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { items } = await findItems(customer.page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, 'CEFT-79')
  const { page } = customer
  // Where a sentence about staff needs another line.
  await page.setViewportSize({ width: 460, height: 844 })
  await page.goto(`/orders/details/${order._id}`)
  await expect(page.getByText(/ahead of yours/)).toBeVisible()
  await expect.poll(() => countMoves(page)).toBe(0)
  const readTop = () =>
    page
      .locator('.step')
      .last()
      .evaluate((step) => step.getBoundingClientRect().top)
  const top = await readTop()

  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Animation.enable')
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.0001 })
  await staff.page.goto(`/admin/orders/${order._id}`)
  await expect(page.getByText(/has it open right now/)).toBeVisible()
  expect(await countMoves(page)).toBeGreaterThan(0)
  expect(Math.abs((await readTop()) - top)).toBeLessThan(1)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect(page.getByRole('heading', { name: 'Payment verified', exact: true })).toBeVisible()
  expect(Math.abs((await readTop()) - top)).toBeLessThan(1)
})

test('order details: a verification is staged once in an order’s life, without a layout shift, and stamped on the receipt', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { items } = await findItems(customer.page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, 'CEFT-78')
  const background = await customer.context.newPage()
  await background.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      get: () => (Reflect.get(window, 'returned') ? 'visible' : 'hidden'),
    })
  })
  for (const page of [customer.page, background]) {
    await page.addInitScript(() => {
      const seen = { staged: 0, shift: 0, fading: '', stretch: '' }
      Reflect.set(window, 'seen', seen)
      new MutationObserver((changes) => {
        const isStart = ({ target, oldValue }: MutationRecord) =>
          target instanceof Element && target.matches('.timeline-staged') && !oldValue?.includes('staged')
        if (!changes.some(isStart)) return
        seen.staged += 1
        seen.fading = document.querySelector('[inert]:not(.cross-fade-out)')?.textContent ?? ''
        // The last line ends at its own step, however far the panel below moves.
        seen.stretch = getComputedStyle(document.querySelector('.step:last-child')!).getPropertyValue('--stretch')
      }).observe(document, { subtree: true, attributeFilter: ['class'], attributeOldValue: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += Reflect.get(entry, 'value')
      }).observe({ type: 'layout-shift' })
    })
    await page.goto(`/orders/details/${order._id}`)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    // Its place in the queue displaces the later steps.
    await expect(page.getByText(/ahead of yours/)).toBeVisible()
    await expect.poll(() => countMoves(page)).toBe(0)
  }
  type Seen = { staged: number; shift: number; fading: string; stretch: string }
  const seenBy = (page: Page) => page.evaluate((): Seen => Reflect.get(window, 'seen'))
  const { page } = customer
  await page.evaluate(() => (Reflect.get(window, 'seen').shift = 0))
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)

  const stamp = page.locator('.order-receipt').getByText(/^Verified · \d\d:\d\d · Ishara$/)
  await expect(stamp).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment verified', exact: true })).toBeVisible()
  await expect(page.locator('.timeline-staged, .cross-fade-out')).toHaveCount(0)
  const seen = await seenBy(page)
  expect(seen).toMatchObject({ staged: 1, stretch: '0px' })
  expect(seen.fading).toContain('Your transfer')
  await expect(page.locator('[inert]'), 'it fades out, and is gone').toHaveCount(0)
  expect(seen.shift, 'the count of the bell is all that may move').toBeLessThan(0.001)

  await expect(background).toHaveTitle(/^✓ Payment verified/)
  const icon = background.locator('link[type="image/svg+xml"]')
  await expect(icon).toHaveAttribute('href', '/mark-news.svg')
  await background.evaluate(() => {
    Reflect.set(window, 'returned', true)
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(background).toHaveTitle(/^Payment verified/)
  await expect(icon).toHaveAttribute('href', /mark\.svg$/)
  await expect(background.locator('.order-receipt').getByText(/^Verified · /)).toBeVisible()
  expect((await seenBy(background)).staged, 'not in a second tab').toBe(0)
  await page.reload()
  await expect(stamp, 'it stays').toBeVisible()
  expect((await seenBy(page)).staged, 'not after a reload').toBe(0)

  await staff.call('PATCH', `/admin/orders/${order._id}/unverify`, { reason: 'Another order’s transfer' })
  await expect(stamp).toBeHidden()
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect(stamp).toBeVisible()
  expect((await seenBy(page)).staged, 'not when it is verified again').toBe(0)
})

test('order details: a decision leaves the receipt where the customer reads it, and says so in a message @thorough', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  await page.setViewportSize({ width: 390, height: 844 })
  const { items } = await findItems(page, 'limit=1')
  const receipt = page.locator('.receipt')
  const openPaidOrder = async (reference: string) => {
    const order = await createOrder(customer, items[0]!)
    await markPaid(customer, order, reference)
    await page.goto(`/orders/details/${order._id}`)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    // What comes over the socket has taken its place.
    await expect(page.getByText(/ahead of yours|next payment to be checked/)).toBeVisible()
    await untilStill(page)
    return order
  }
  const verify = async ({ _id }: { _id: string }) => {
    await staff.call('PATCH', `/admin/orders/${_id}/verify`)
    await expect(receipt.getByText(/^Verified · /)).toBeAttached()
    await expect(page.locator('.timeline-staged')).toHaveCount(0)
  }
  const scrolledTo = () => page.evaluate(() => scrollY)
  const scrollToReceipt = () =>
    receipt.evaluate((element) =>
      scrollTo({ top: element.getBoundingClientRect().top + scrollY - 100, behavior: 'instant' }),
    )

  const read = await openPaidOrder('CEFT-79')
  await scrollToReceipt()
  const before = await scrolledTo()
  await verify(read)
  expect(await scrolledTo(), 'what is above has become shorter').toBeLessThan(before - 50)
  expect(Math.abs((await receipt.boundingBox())!.y - 100), 'px that the receipt has moved').toBeLessThan(2)
  await expect(toast(page, 'Payment verified by Ishara')).toBeVisible()
  await page.getByRole('button', { name: 'View' }).click()
  await expect(page.getByRole('heading', { name: 'Payment verified', exact: true })).toBeInViewport()
  await scrollToReceipt()
  await staff.call('PATCH', `/admin/orders/${read._id}/complete`)
  await expect(toast(page, 'Your order is ready')).toBeVisible()

  await verify(await openPaidOrder('CEFT-80'))
  expect(await scrolledTo(), 'at the top of the page').toBe(0)
  const stamps = page.getByText(/^Verified · /)
  await expect(stamps.first(), 'beside the headline, as the receipt is below').toBeInViewport({ ratio: 1 })
  await expect(stamps.filter({ visible: true }), 'and not on the receipt as well').toHaveCount(1)
  const [stampBox, column] = [await stamps.first().boundingBox(), await receipt.boundingBox()]
  expect(stampBox!.x + stampBox!.width + 3, 'with its outline').toBeLessThanOrEqual(column!.x + column!.width)
  await expect(page.getByText('Live', { exact: true })).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(stamps.filter({ visible: true }), 'on the receipt alone, where that is beside').toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await toast(page, 'Payment verified by Ishara').count(), 'its message, at the top of the page').toBe(0)

  const rejected = await openPaidOrder('CEFT-81')
  await scrollToReceipt()
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await staff.call('PATCH', `/admin/orders/${rejected._id}/reject`, { reason: 'Nothing came' })
  await expect(page.getByText('Payment Failed', { exact: true }).first()).toBeAttached()
  expect(await toast(page, 'Payment rejected').count(), 'while the tab is in the background').toBe(0)
  await setVisibility('visible')
  await expect(toast(page, 'Payment rejected')).toBeVisible()
})

test('order details: viewer, place in the queue, each step and the delivery appear live', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  await page.goto(`/orders/details/${order._id}`)
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', `/orders/${order._id}`)
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
  await markPaid(customer, order, 'CEFT-77')
  const timeline = page.getByRole('list', { name: 'Progress of this order' })
  await expect(timeline).toContainText(/\d payments? (is|are) ahead of yours\./)
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)

  const decide = (action: string, body?: unknown) => staff.call('PATCH', `/admin/orders/${order._id}/${action}`, body)
  await staff.page.goto(`/admin/orders/${order._id}`)
  await expect(timeline).toContainText(/Ishara has it open right now\.|Being checked by Ishara/)
  await staff.call('POST', `/admin/orders/${order._id}/claim`)
  await expect(timeline).toContainText('Being checked by Ishara')
  await expect(page).toHaveTitle(/^Being checked by Ishara/)
  await decide('verify')
  await expect(timeline).toContainText('Being prepared')
  await expect(
    page.getByRole('status').filter({ hasText: 'Verified by Ishara, done.' }),
    'announced to screen readers',
  ).toBeAttached()
  const receipt = page.locator('.order-receipt')
  await expect(receipt).not.toContainText('Runs until')
  await decide('complete', { delivery: 'Code: 7Q2-MAPLE\nRedeem it at https://example.com/redeem.' })
  await expect(page.getByRole('heading', { name: 'Your order is ready' })).toBeVisible()
  await expect(receipt).toContainText(/Runs until \d{1,2} \w+ \d{4}/)

  const delivery = page.getByRole('region', { name: 'Your delivery' })
  await expect(delivery).toContainText('Not opened yet')
  await expect(page.getByText('7Q2-MAPLE')).toHaveCount(0)
  const other = await customer.context.newPage()
  await other.goto(`/orders/details/${order._id}`)
  await expect(other.getByRole('region', { name: 'Your delivery' })).toContainText('Not opened yet')
  await page.route('**/delivery', (route) => route.abort())
  await delivery.getByRole('button', { name: 'Reveal' }).click()
  await expect(toast(page, 'Network error')).toBeVisible()
  await page.unroute('**/delivery')
  const unfolds = delivery.evaluate(
    (section) =>
      new Promise<void>((resolve) => {
        section.addEventListener(
          'transitionrun',
          (event) => event instanceof TransitionEvent && event.propertyName === 'height' && resolve(),
        )
      }),
  )
  await delivery.getByRole('button', { name: 'Reveal' }).click()
  await expect(delivery.getByRole('note', { name: 'Delivery note' })).toBeFocused()
  await expect(delivery.getByRole('definition').filter({ hasText: '7Q2-MAPLE' })).toBeVisible()
  const redeem = delivery.getByRole('link', { name: 'https://example.com/redeem', exact: true })
  await expect(redeem).toHaveAttribute('href', 'https://example.com/redeem')
  await unfolds
  await expect(delivery).toContainText(/First opened today/)
  await expect(other.getByRole('region', { name: 'Your delivery' })).toContainText(/First opened today/)
  await expect(other.getByText('7Q2-MAPLE')).toHaveCount(0)
  await customer.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await delivery.getByRole('button', { name: 'Copy Code' }).click()
  await expect.poll(copied).toBe('7Q2-MAPLE')
  await delivery.getByRole('button', { name: 'Copy all' }).click()
  await expect.poll(copied).toBe('Code: 7Q2-MAPLE\nRedeem it at https://example.com/redeem.')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('7Q2')
  await delivery.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('7Q2-MAPLE')).toHaveCount(0)
  await expect(delivery.getByRole('button', { name: 'Reveal' })).toBeFocused()
  const { data } = await customer.call('GET', `/checkout/${order._id}`)
  expect(data.deliveryOpenedAt).not.toBeNull()
})

test('order details: what was delivered is ordered again and reviewed from its page', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const [first, second] = [await createItem(staff, 'Larch Monthly', 4), await createItem(staff, 'Rowan Monthly', 5)]
  const deliver = async (...items: { _id: string }[]) => {
    const order = await createOrder(customer, ...items)
    await markPaid(customer, order)
    for (const action of ['verify', 'complete']) await staff.call('PATCH', `/admin/orders/${order._id}/${action}`, {})
    await page.goto(`/orders/details/${order._id}`)
  }
  const write = page.getByRole('button', { name: 'Write a review' })
  await deliver(first)
  await write.click()
  await page
    .getByRole('dialog', { name: 'Review Larch Monthly' })
    .getByLabel('Your review')
    .fill('Came within an hour.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(toast(page, 'Review saved')).toBeVisible()
  await expect(write, 'there is nothing left to review').toHaveCount(0)
  await page.reload()
  await write.click()
  const edited = page.getByRole('dialog', { name: 'Edit your review' })
  await expect(edited.getByLabel('Your review')).toHaveValue('Came within an hour.')

  await deliver(first, second)
  await write.click()
  // By the keyboard: a click in a script may scroll the page, and the menu with it, away from where it clicks.
  await expect(page.getByRole('menuitem', { name: 'Larch Monthly' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Review Rowan Monthly' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL('/cart')
  for (const { name } of [first, second]) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('order details: a rejected order says what to do, asks support with its reference, and can be ordered again', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const kept = await createItem(staff, 'Still sold', 4)
  const archived = await createItem(staff, 'Sold no more', 3.99)
  const order = await createOrder(customer, { _id: kept._id, count: 2 }, archived)
  await markPaid(customer, order)
  await page.goto(`/orders/details/${order._id}`)
  await expect(page.getByRole('heading', { name: 'Waiting to be checked' })).toBeVisible()
  await staff.call('PATCH', `/admin/orders/${order._id}/reject`, { reason: 'No transfer of this amount' })
  await staff.call('DELETE', `/admin/items/${archived._id}`)

  const panel = page.getByRole('region', { name: /^If you did send Rs\s3,657, we’ll help find it$/ })
  await expect(panel).toContainText('No transfer of this amount')
  const stamp = page.locator('.order-receipt').getByText(/^Rejected · \d\d:\d\d · Ishara$/)
  await expect(stamp).toBeVisible()
  await panel.getByRole('button', { name: 'Send to support' }).click()
  const reference = panel.getByLabel('Transfer reference')
  await expect(reference).toBeFocused()
  await expect(panel).toContainText('Enter the transfer reference')

  await panel.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(toast(page, 'No longer available: Sold no more.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Still sold' })).toBeVisible()
  const { data: cart } = await customer.call('GET', '/cart')
  expect(cart).toMatchObject([{ item: { _id: kept._id }, count: 2 }])

  await page.goBack()
  await reference.fill('CEFT-4711')
  await panel.getByRole('button', { name: 'Send to support' }).click()
  await expect(page).toHaveURL('/support')
  await expect(page.getByText(/I sent Rs\s3,657 for order .* The transfer reference is CEFT-4711\./)).toBeVisible()
  await expect(page.getByRole('link', { name: `Order ${orderNumber(order._id)}` })).toBeVisible()
})

test('notifications: arrive live, link to their subject, and are marked as read one by one or all at once', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order)
  await page.goto('/faq')
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await bell.click()
  const panel = page.getByRole('dialog', { name: /^Notifications/ })
  const verified = panel.getByRole('listitem').filter({ hasText: 'was verified' })
  await expect(verified).toContainText('Success')
  await verified.getByRole('button', { name: 'Mark as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await expect(verified.getByRole('link')).toBeFocused()
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeDisabled()
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeFocused()
  await panel.getByRole('link', { name: /was verified/ }).click()
  await expect(page).toHaveURL(`/orders/details/${order._id}`)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/notifications')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await staff.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'Sold out after all' })
  await expect(page.getByRole('main').getByText(/refunded: Sold out after all/)).toBeVisible()
  await page.route('**/read', (route) => route.abort())
  await page.getByRole('main').getByRole('button', { name: 'Mark as read' }).first().click()
  await expect(toast(page, 'Network error')).toBeVisible()
  await page.unroute('**/read')
  await page
    .getByRole('main')
    .getByRole('link', { name: /refunded/ })
    .click()
  await expect(page).toHaveURL(`/orders/details/${order._id}`)
})

test('the receipt says what was paid, what was refunded and what is left, also on paper', async ({
  logIn,
  newCustomer,
}) => {
  const [staff, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const { page } = customer
  const order = await createOrder(customer, await createItem(staff, 'Refunded in two parts', 30))
  await markPaid(customer, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await page.goto(`/orders/details/${order._id}`)
  const sums = page.locator('.order-receipt .leader')
  await expect(sums.last(), 'nothing was refunded yet').toHaveText('Total amount$30.00')
  const refund = (fields: object) => staff.call('PATCH', `/admin/orders/${order._id}/refund`, fields)
  await refund({ reason: 'One month less', amount: 12.5 })
  await expect(sums.last()).toHaveText('Net payment$17.50')
  await expect(sums.nth(-2)).toHaveText('Refunded−$12.50')
  await refund({ reason: 'Sold out' })
  await expect(sums.last()).toHaveText('Net payment$0.00')
  await page.emulateMedia({ media: 'print' })
  for (const sum of ['Total amount$30.00', 'Paid$30.00', 'Refunded−$30.00', 'Net payment$0.00']) {
    await expect(sums.filter({ hasText: sum, visible: true })).toHaveCount(1)
  }
})

test('the receipt of a bank transfer says at which rate, and what is to be sent back, also on paper @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [staff, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const { page } = customer
  const order = await createOrder(customer, await createItem(staff, 'Paid in rupees', 10))
  await markPaid(customer, order)
  const transfer = { source: 'manual', currency: 'LKR', amount: '3355', order: order._id }
  await staff.call('POST', '/admin/payments', transfer)
  await page.goto(`/orders/details/${order._id}`)
  const receipt = page.locator('.order-receipt')
  const value = (label: string) =>
    receipt.getByText(label, { exact: true }).filter({ visible: true }).locator('xpath=following-sibling::dd[1]')
  await expect(value('Received')).toHaveText('Rs\u00a03,355')
  await expect(value('Rate')).toHaveText('Rs\u00a0305 to the dollar')
  await expect(value('To be sent back')).toHaveText('Rs\u00a0305')
  await page.emulateMedia({ media: 'print' })
  await expect(value('Payment method')).toHaveText('Bank transferRs\u00a03,050at Rs\u00a0305 to the dollar')
  await expect(value('Received')).toHaveText('Rs\u00a03,355')
  await expect(value('To be sent back')).toHaveText('Rs\u00a0305')
})

test('on a phone, an order that waits folds what was given and where the money went, not what is still asked for @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  await page.setViewportSize({ width: 390, height: 844 })
  const { items } = await findItems(page, 'limit=1')
  const [given, missing] = [await createOrder(customer, items[0]!), await createOrder(customer, items[0]!)]
  await markPaid(customer, given, 'CEFT-20771')
  await markPaid(customer, missing)
  const transfer = page.getByRole('region', { name: 'Your transfer' })
  const accountNumber = page.getByText('Account number', { exact: true })

  await page.goto(`/orders/details/${given._id}`)
  await expect(transfer.getByTitle('CEFT-20771').filter({ visible: true })).toHaveCount(1)
  await expect(transfer.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expect(accountNumber).toBeHidden()
  const sentTo = page.getByRole('group').filter({ hasText: 'Where you sent the money' }).locator('summary')
  await expect(sentTo, 'which account it was stays visible').toContainText(transferAccounts.bank.accountNumber)
  await transfer.getByRole('heading').click()
  await expect(transfer.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(transfer.getByTitle('CEFT-20771').filter({ visible: true }), 'said once').toHaveCount(1)
  await page.getByRole('heading', { name: 'Where you sent the money' }).click()
  await expect(accountNumber).toBeVisible()

  await page.goto(`/orders/details/${missing._id}`)
  await expect(transfer.getByLabel('Transfer reference')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/orders/details/${given._id}`)
  await expect(transfer.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(accountNumber).toBeVisible()
})

/** Opens the page of a new order that waits to be checked, on a phone. */
async function openPaidOrderOnPhone(customer: TestUser, reference: string): Promise<Order> {
  const { page } = customer
  await page.setViewportSize({ width: 390, height: 844 })
  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, reference)
  await openHydrated(page, `/orders/details/${order._id}`)
  // What comes over the socket has taken its place.
  await expect(page.getByText(/ahead of yours|next payment to be checked/)).toBeVisible()
  await untilStill(page)
  return order
}

const untilStill = (page: Page) => expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)

// Safari has no scroll anchoring of its own.
for (const anchor of ['none', 'auto']) {
  test(`order details on a phone: a part that appears above the receipt doesn’t move what is being read, with overflow-anchor ${anchor}${anchor === 'none' ? '' : ' @thorough'}`, async ({
    logIn,
    newCustomer,
  }) => {
    const [staff, customer] = [await logIn('mira@example.com'), await newCustomer()]
    const { page } = customer
    const order = await openPaidOrderOnPhone(customer, 'CEFT-3321')
    await page.evaluate((value) => (document.documentElement.style.overflowAnchor = value), anchor)
    const receipt = page.locator('.order-receipt')
    await receipt.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
    const read = () =>
      page.evaluate(() => [scrollY, document.querySelector('.order-receipt')!.getBoundingClientRect().top])
    const [scrolledTo, top] = (await read()) as [number, number]
    const transfer = { source: 'manual', currency: 'USD', amount: order.total.toFixed(2), order: order._id }
    expect(await staff.call('POST', '/admin/payments', transfer)).toMatchObject({
      success: true,
      message: 'Transfer recorded',
    })
    await expect(page.getByRole('heading', { name: 'Your money has arrived' })).toBeAttached()
    await untilStill(page)
    const after = (await read()) as [number, number]
    expect(after[0], 'the part takes its space').toBeGreaterThan(scrolledTo + 50)
    expect(Math.abs(after[1] - top)).toBeLessThan(1)
  })
}

test('order details on a phone: a longer line above the receipt doesn’t move it, with overflow-anchor none @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  let toPage = (_message: string): void => {
    throw new Error('no socket yet')
  }
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => socket.send(message))
    toPage = (message) => socket.send(message)
  })
  const order = await openPaidOrderOnPhone(customer, 'CEFT-3320')
  await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'))
  const receipt = page.locator('.order-receipt')
  await receipt.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  const read = () =>
    page.evaluate(() => [scrollY, document.querySelector('.order-receipt')!.getBoundingClientRect().top])
  const [scrolledTo, top] = (await read()) as [number, number]
  const name = 'Mira-Alexandrina-Wickramasinghe-Fernando'
  toPage(`42${JSON.stringify(['viewing', { orderId: order._id, name }])}`)
  await expect(page.getByText(`${name} has it open right now.`)).toBeAttached()
  await untilStill(page)
  const after = (await read()) as [number, number]
  expect(after[0], 'the line takes its space').toBeGreaterThan(scrolledTo + 10)
  expect(Math.abs(after[1] - top)).toBeLessThan(1)
})

test('order details on a phone: “View” scrolls to the progress, also if a part appears meanwhile @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [staff, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const { page } = customer
  const order = await openPaidOrderOnPhone(customer, 'CEFT-3322')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  const view = page.getByRole('button', { name: 'View' })
  await expect(view).toBeVisible()
  const headline = page.getByRole('heading', { name: 'Payment verified' })
  await expect(headline).not.toBeInViewport()
  const scrolledFrom = await page.evaluate(() => scrollY)
  await view.click()
  await page.waitForFunction((from) => scrollY < from - 10, scrolledFrom)
  await staff.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'One month less', amount: 1 })
  await expect(page.getByRole('region', { name: 'Your money' })).toBeAttached()
  await expect(headline).toBeInViewport()
  await expect(page.getByRole('list', { name: /progress/i })).toBeInViewport()
})

test('notifications: the badge is capped at 99+; a failed count is ignored @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await page.route('**/api/notifications?*', (route) =>
    route.fulfill({ json: { success: true, notifications: [], unread: 120, nextCursor: null } }),
  )
  await page.goto('/faq')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notifications, 99+ unread' })).toHaveText('99+')
  await page.unroute('**/api/notifications?*')
  const toasts = await recordToasts(page)
  for (const call of ['notifications?*', 'auth/change-currency']) {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  }
  const failed = page.waitForResponse(/api\/notifications/)
  await openHydrated(page, '/faq')
  await failed
  // This error is reported, so the earlier one would have been, too.
  await page.getByLabel('Currency').selectOption('INR')
  await expect(toast(page, 'Failed to change currency')).toBeVisible()
  expect(await toasts()).toEqual(['Failed to change currency'])
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notifications' })).toBeVisible()
})

test('the moment of verification: staged in parts, and at once for who prefers reduced motion @thorough', async ({
  newCustomer,
  logIn,
}) => {
  const staff = await logIn('staff@example.com')
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const customer = await newCustomer()
    const { page } = customer
    const { items } = await findItems(page, 'sortBy=price-low&limit=1')
    const order = await createOrder(customer, items[0]!)
    await markPaid(customer, order)
    await page.emulateMedia({ reducedMotion })
    await page.goto(`/orders/details/${order._id}`)
    await expect(page.getByText('Paid (pending verification)').first()).toBeVisible()
    await page.evaluate(() => {
      const longest = { ms: 0 }
      Object.assign(window, { longest })
      document.addEventListener('animationstart', readAnimations, true)
      function readAnimations() {
        for (const { effect } of document.getAnimations()) {
          const { delay = 0, duration = 0 } = effect!.getComputedTiming()
          longest.ms = Math.max(longest.ms, delay + Number(duration))
        }
      }
    })
    await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
    await expect(page.getByText('Payment Verified').first()).toBeVisible()
    await expect(page.locator('.order-receipt .stamp')).toBeVisible()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
    const longestMs = await page.evaluate(() => (Reflect.get(window, 'longest') as { ms: number }).ms)
    if (reducedMotion === 'reduce') expect(longestMs).toBeLessThan(1)
    else expect(longestMs).toBeGreaterThan(500)
    expect(longestMs).toBeLessThan(1000)
  }
})

test('orders: the number grows into the title of its page, whose code is not loaded yet at the first tap @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  const { items } = await findItems(page, 'sortBy=price-low&limit=1')
  const order = await createOrder(customer, items[0]!)
  await page.addInitScript(() => {
    const grown: (string | null | undefined)[] = []
    Object.assign(window, { grown })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
        grown.push(...effects.map(({ pseudoElement }) => pseudoElement))
      })
      return transition
    }
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/orders')
  await page.waitForLoadState('networkidle')
  // A tap: no pointer has been over the link.
  await page.getByRole('link', { name: `Order ${orderNumber(order._id)}`, exact: true }).dispatchEvent('click')
  await expect(page).toHaveURL(`/orders/details/${order._id}`)
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'grown') as string[]))
    .toContain('::view-transition-group(order-number)')
})

test('orders: a filter chosen before the scripts arrive is applied @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await openHydrated(page, '/faq')
  const release = await holdScripts(page)
  await page.goto('/orders', { waitUntil: 'commit' })
  await page.getByLabel('Payment status').selectOption('failed')
  release()
  await expect(page).toHaveURL('/orders?paymentStatus=failed')
  await expect(page.getByLabel('Payment status')).toHaveValue('failed')
})

/** What each view transition so far has moved from a place on one page to a place on the next. */
const readMoved = (page: Page) => page.evaluate(() => Reflect.get(window, 'moved') as string[][])
const recordMoved = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[][] = []
    Object.assign(window, { moved })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.ready.then(async () => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
        const parts = new Set(effects.map(({ pseudoElement }) => pseudoElement))
        const names = ['item-cover', 'order-number'].filter(
          (name) => parts.has(`::view-transition-old(${name})`) && parts.has(`::view-transition-new(${name})`),
        )
        await transition.finished
        moved.push(names)
      })
      return transition
    }
  })

test('back from an item: its cover shrinks into the card, where the list was scrolled to @thorough', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await recordMoved(page)
  await openHydrated(page, '/items')
  await page.waitForLoadState('networkidle')
  const link = page.getByRole('article').nth(8).getByRole('link').first()
  // The code of its page is loaded ahead, so that there is something to grow into.
  await Promise.all([page.waitForResponse(/\/assets\/item-/), link.hover()])
  // Not where the card is: those above it follow what other customers do.
  const readScroll = () => page.evaluate(() => scrollY)
  const before = await readScroll()
  expect(before).toBeGreaterThan(0)
  // Without scrolling first.
  await link.dispatchEvent('click')
  await expect(page).toHaveURL(/\/items\/./)
  await expect.poll(() => readMoved(page)).toEqual([['item-cover']])
  await page.goBack()
  await expect(page).toHaveURL('/items')
  await expect.poll(() => readMoved(page)).toEqual([['item-cover'], ['item-cover']])
  expect(Math.abs((await readScroll()) - before)).toBeLessThanOrEqual(10)
  // No name is left behind.
  await expect(page.locator('[style*="view-transition-name"]:not([style*="none"])')).toHaveCount(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await link.click()
  await expect(page).toHaveURL(/\/items\/./)
  await page.goBack()
  await expect(page).toHaveURL('/items')
  expect(await readMoved(page)).toHaveLength(2)
})

test('back from an order: its title shrinks into the row, if that is there @thorough', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  await recordMoved(page)
  await openHydrated(page, `/orders/details/${order._id}`)
  const back = page.getByRole('link', { name: 'Back to orders' })
  const number = page.getByRole('link', { name: `Order ${orderNumber(order._id)}`, exact: true })
  await back.click()
  await expect(page).toHaveURL('/orders')
  await expect(number).toBeVisible()
  // The list wasn't loaded yet.
  await expect.poll(() => readMoved(page)).toEqual([[]])
  await number.click()
  await expect(page).toHaveURL(`/orders/details/${order._id}`)
  await expect.poll(() => readMoved(page)).toEqual([[], ['order-number']])
  await back.click()
  await expect(page).toHaveURL('/orders')
  await expect.poll(() => readMoved(page)).toEqual([[], ['order-number'], ['order-number']])
})

/** Whether a view transition covers the page. */
const isInTransition = () =>
  document
    .getAnimations()
    .some(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'))

test('back to orders: leads to the list as it was left, and from elsewhere to all orders @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  await page.setViewportSize({ width: 390, height: 500 })
  const { items } = await findItems(page, 'limit=1')
  for (let count = 0; count < 5; count++) await createOrder(customer, items[0]!)
  await openHydrated(page, '/orders?paymentStatus=pending')
  const last = page.getByRole('listitem').filter({ hasText: 'Order #' }).last()
  const back = page.getByRole('link', { name: 'Back to orders' })
  const openings = [
    () => last.getByRole('link', { name: /^Order #/ }).click(),
    () => last.click({ position: { x: 20, y: 80 } }),
    () => last.getByRole('link', { name: /^Pay now/ }).click(),
  ]
  for (const open of openings) {
    // It would take the click, and Playwright would scroll to try again.
    await expect.poll(() => page.evaluate(isInTransition)).toBe(false)
    // In the middle, so that the click doesn't scroll.
    await last.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const scrolledTo = await page.evaluate(() => scrollY)
    expect(scrolledTo).toBeGreaterThan(200)
    await open()
    await back.click()
    await expect(page).toHaveURL('/orders?paymentStatus=pending')
    await expect(last).toBeInViewport()
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolledTo)).toBeLessThan(10)
  }
  const { _id } = await createOrder(customer, items[0]!)
  await openHydrated(page, `/orders/details/${_id}`)
  await back.click()
  await expect(page).toHaveURL('/orders')
})

test('an order that a list has shown opens with all that is known of it @thorough', async ({ newCustomer, logIn }) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await staff.call('PATCH', `/admin/orders/${order._id}/complete`, { delivery: 'Code: 8KD-BIRCH' })
  await page.route(`**/api/checkout/${order._id}`, () => {})
  for (const path of ['/orders', '/dashboard']) {
    await openHydrated(page, path)
    await page.locator(`a[href="/orders/details/${order._id}"]`).last().click()
    await expect(page.getByRole('region', { name: 'Your delivery' })).toBeVisible()
    await expect(page.locator('main .skeleton')).toHaveCount(0)
  }
})

test('orders: the boxes stay while the session is restored @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await openHydrated(page, '/faq')
  const release = await holdScripts(page)
  await page.route('**/api/checkout?*', () => {})
  await page.goto('/orders', { waitUntil: 'commit' })
  const box = page.locator('.skeleton').first()
  await expect(box).toBeVisible()
  const first = await box.elementHandle()
  release()
  await expect(page.getByRole('button', { name: 'Account of Nila Fernando' })).toBeVisible()
  expect(await first.evaluate((element) => element.isConnected)).toBe(true)
})

test('reviews: what needs their code waits for it @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'sortBy=rating&limit=1')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  // With the parts of every page.
  await page.route(/\/assets\/client-/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/items/${items[0]!._id}`)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  const button = page.getByRole('button', { name: 'Login to Review' })
  await expect(button).toBeDisabled()
  release()
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Log in to Kade' })).toBeVisible()
})

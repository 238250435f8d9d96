import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { paymentOpenedPrefix } from '../../client/payments/storage-keys.ts'
import type { Call } from './main.ts'

type Screen = {
  name: string
  as?: 'ada' | 'staff'
  path(means: { call: Call }): string | Promise<string>
  /** What is done on it before the picture is taken. */
  act?(page: Page): Promise<void>
}

const fixed = (path: string) => () => path
const press =
  (name: string | RegExp, role: 'button' | 'tab' = 'button') =>
  (page: Page) =>
    page.getByRole(role, { name }).first().click()
/** From the list of items, in whose menu it is where there is little room. */
const openImport = async (page: Page) => {
  const menu = page.getByRole('button', { name: 'CSV', exact: true })
  if (await menu.isVisible()) {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Import CSV' }).press('Enter')
  } else await press('Import CSV')(page)
}
const best = async ({ call }: { call: Call }) => `/items/${(await call('GET', '/items?sortBy=rating')).data[0]!._id}`
const orderToVerify = async ({ call }: { call: Call }) =>
  `/admin/orders/${(await call('GET', '/admin/orders?paymentStatus=paid')).data[0]!._id}`

const cryptoToVerify = async ({ call }: { call: Call }) => {
  const { data } = await call('GET', '/admin/orders?paymentStatus=paid')
  return `/admin/orders/${data.find(({ paymentMethod }) => paymentMethod === 'crypto')!._id}`
}

/** Imports a statement, which opens a dialog. */
const upload = (text: string) => async (page: Page) => {
  const file = { name: 'statement-of-november-2026.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Bank statement').setInputFiles(file)
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
}

/** Loads the page again while the API doesn't answer, or fails. */
const reload = (answer: 'never' | 'error') => async (page: Page) => {
  const body = JSON.stringify({ success: false, error: 'internal', message: 'Something went wrong. Please try again.' })
  await page.route(/\/api\/(?!auth\/)/, (route) =>
    answer === 'error' ? route.fulfill({ status: 500, contentType: 'application/json', body }) : undefined,
  )
  await page.reload()
  await page.locator('main').locator('.skeleton:visible, .empty, [role="alert"]').first().waitFor()
}

/** Loads the page again as the server sends it, without its code. */
const reloadWithoutCode = async (page: Page) => {
  await page.route(/\.js$/, () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await page.locator('main').waitFor()
}

/** Takes this page alone off the network, until it says so. */
async function goOffline(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const conditions = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await devTools.send('Network.emulateNetworkConditions', conditions)
  // In the navigation, which says so a second later than the payment page.
  await page.getByText('Reconnecting…', { exact: true }).first().waitFor()
  if (new URL(page.url()).pathname.startsWith('/admin'))
    await page
      .getByText(/^Offline since/)
      .filter({ visible: true })
      .first()
      .waitFor()
}

/** The page as it is printed, drawn as wide as the screen. */
const asPrinted = (page: Page) => page.emulateMedia({ media: 'print' })

/** On the order's page, with this way to pay chosen. */
const payBy = (name: RegExp) => async (page: Page) => {
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  // Its button, where there is no room for it.
  await page
    .getByRole('img', { name: /^QR code/ })
    .or(page.getByRole('button', { name: 'QR code' }))
    .waitFor()
}

/** From an order's page, its payment page, as a history entry keeps it. */
async function openPayment(page: Page) {
  await page.evaluate(() => {
    const orderId = location.pathname.split('/').pop()
    history.pushState({ orderId, paymentMethod: 'bank', discountAmount: 0 }, '', '/payment')
  })
  await page.reload()
  await page.locator('.order-receipt').waitFor()
}

/** The payment page of a bank transfer, and what is done on it then. */
const payByBankThen = (act: (page: Page) => Promise<void>) => async (page: Page) => {
  await payBy(/^Bank transfer/)(page)
  await act(page)
}

/** Loads the payment page again as if it had been opened long ago: the order may be marked as paid. */
async function reloadReady(page: Page) {
  await page.evaluate((prefix) => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.setItem(key, '1')
  }, paymentOpenedPrefix)
  await page.reload()
  await page.getByRole('button', { name: 'Mark as PAID', exact: true }).waitFor()
}

/** Loads the page of an order again as if it had expired and its transfer had come after that. */
const reloadLate = (state: 'confirming' | 'final') => async (page: Page) => {
  await page.route(/\/api\/checkout\/\w+$/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const { total, request, paymentMethod } = body.data
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
    const createdAt = daysAgo(4)
    const at = daysAgo(1)
    const asked = request ?? { currency: 'USDT', amount: `${total.toFixed(2)}01` }
    const late = {
      _id: 'late',
      source: paymentMethod === 'crypto' ? 'chain' : paymentMethod,
      currency: asked.currency,
      amount: asked.amount,
      counted: total,
      state,
      at: daysAgo(0.8),
    }
    const closed = { createdAt, paymentStatus: 'cancelled', orderStatus: 'failed', late: [late] }
    const expired = { _id: 'expired', what: 'expired', who: 'store', name: '', note: '', at }
    const history = [...body.data.history, expired]
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...closed, history } } })
  })
  await page.reload()
  await page
    .getByText(/(arrived|was sent) after/)
    .first()
    .waitFor()
}

/** Loads the page of an order again, and says that its transaction was found on another network than the one asked for. */
const reloadWrongNetwork = async (page: Page) => {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      server.send(message)
      const orderId = /"watch",\{"orderId":"(\w+)"/.exec(String(message))?.[1]
      if (!orderId) return
      const transfer = { amount: '59.9701', currency: 'USDT', at: new Date(Date.now() - 25 * 60_000).toISOString() }
      const progress = { orderId, state: 'wrong_network', confirmations: 0, of: 15, network: 'MATIC', transfer }
      socket.send(`42${JSON.stringify(['payment.progress', progress])}`)
    })
  })
  await page.reload()
  await page
    .getByText(/on Polygon, not on/)
    .first()
    .waitFor()
}

/** Loads the ledger again as if its first payment had been found on a chain, on the wrong network. */
const reloadChainPayment = async (page: Page) => {
  await page.route(/\/api\/admin\/payments\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const [first, ...others] = body.data
    const found = {
      source: 'chain',
      currency: 'USDT',
      amount: '24.37',
      counted: 24.37,
      payer: `0x${'5a'.repeat(20)}`,
      text: `0x${'8f'.repeat(32)}`,
      note: 'Sent on Polygon instead of BNB Smart Chain',
      network: 'MATIC',
    }
    await route.fulfill({ response, json: { ...body, data: [{ ...first, ...found }, ...others] } })
  })
  await page.reload()
  // Hidden where a row has two lines.
  await page.getByRole('link', { name: 'Look it up on Polygon', includeHidden: true }).waitFor({ state: 'attached' })
}

/** One of Ada's orders, by its state; one that only a part of the money has arrived for. */
const adas =
  (page: string, payment: string, order?: string, isShort = false) =>
  async ({ call }: { call: Call }) => {
    const { data } = await call('GET', '/checkout?limit=100')
    const found = data.find(
      (one) => one.paymentStatus === payment && (!order || one.orderStatus === order) && (!isShort || one.received > 0),
    )
    return `${page}/${found!._id}`
  }

/** A payment that waits to be verified, and has arrived only in part. */
const short = async ({ call }: { call: Call }) => {
  const { data } = await call('GET', '/admin/orders?paymentStatus=paid')
  return `/admin/orders/${data.find(({ received }) => received > 0)!._id}`
}

/** A draft, of which the list has at least one. */
async function drafts({ call }: { call: Call }) {
  const { data } = await call('GET', '/admin/items?archived=draft&limit=1')
  if (data.length === 0) {
    const { data: items } = await call('GET', '/admin/items?limit=1')
    await call('POST', `/admin/items/${items[0]!._id}/copy`)
  }
  return '/admin/items?archived=draft'
}

const inCategory = async ({ call }: { call: Call }) =>
  `/admin/items?category=${(await call('GET', '/admin/categories')).data[0]!._id}`

const orderOf = async ({ call }: { call: Call }) => (await call('GET', '/checkout?limit=1')).data[0]!._id

/** The one that was written in last. */
const conversation = async ({ call }: { call: Call }) =>
  `/admin/support/${(await call('GET', '/admin/support')).data[0]!._id}`

/** One that staff have answered. */
const answered = async ({ call }: { call: Call }) =>
  `/admin/support/${(await call('GET', '/admin/support?status=waiting')).data[0]!._id}`

type Row = { _id: string; status: string; waitingSince: string }

/** Loads the inbox again as if staff had just been reminded of the open conversation. */
async function reloadReminder(page: Page) {
  const id = page.url().split('/').at(-1)
  const at = new Date(Date.now() - 600_000).toISOString()
  const remind = (row: Row) => (row._id === id ? { ...row, status: 'open', waitingSince: at, remindAt: at } : row)
  await page.route(/\/api\/admin\/support\/\w+$/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, data: { ...data, conversation: remind(data.conversation) } } })
  })
  await page.route(/\/api\/admin\/support\?/, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete('status')
    const response = await route.fetch({ url: String(url) })
    const { data, ...rest } = (await response.json()) as { data: Row[] }
    const rows = data.map(remind).filter(({ status }) => status === 'open')
    rows.sort((a, b) => a.waitingSince.localeCompare(b.waitingSince))
    await route.fulfill({ response, json: { ...rest, data: rows } })
  })
  await page.reload()
  await page.getByText(/^Reminder, Due since/).waitFor()
}

async function openSavedReplies(page: Page) {
  await press(/^Complete #/)(page)
  await press('Use a saved reply')(page)
}

/** A screen of a page that is loading, that can't load and, for one of the server's, that has no code yet. */
const waiting = (name: string, as: 'ada' | 'staff', path: Screen['path']): Screen[] => [
  { name: `${name}-loading`, as, path, act: reload('never') },
  { name: `${name}-error`, as, path, act: reload('error') },
  { name: `${name}-sent`, as, path, act: reloadWithoutCode },
  { name: `${name}-offline`, as, path, act: goOffline },
]
const staffItem = async ({ call }: { call: Call }) =>
  `/admin/items/${(await call('GET', '/admin/items?limit=1')).data[0]!._id}`
const staffCustomer = async ({ call }: { call: Call }) =>
  `/admin/customers/${(await call('GET', '/admin/customers?q=ada@')).data[0]!._id}`

const staffLists = [
  'payments',
  'money',
  'deliveries',
  'orders',
  'items',
  'categories',
  'coupons',
  'reviews',
  'customers',
]
const otherStaffPages = ['statements', 'support', 'stats', 'audit', 'system', 'security']

/** Every screen of the store. */
export const screens: Screen[] = [
  { name: 'home', path: fixed('/') },
  { name: 'home-signed-in', as: 'ada', path: fixed('/') },
  { name: 'items', path: fixed('/items') },
  { name: 'items-filtered', path: fixed('/items?q=year&sortBy=price-low&maxPrice=60') },
  { name: 'items-none', path: fixed('/items?q=nosuchthing') },
  {
    name: 'items-filters',
    path: fixed('/items'),
    // A sheet where they have no column.
    act: (page) => (page.viewportSize()!.width > 900 ? Promise.resolve() : press('Filters')(page)),
  },
  { name: 'item', path: best },
  { name: 'item-reviews', path: best, act: press(/^Reviews/, 'tab') },
  {
    name: 'item-review',
    as: 'ada',
    path: best,
    async act(page) {
      await press(/^Reviews/, 'tab')(page)
      await press('Write a review')(page)
    },
  },
  { name: 'item-none', path: fixed('/items/nothing') },
  { name: 'auth', path: fixed('/auth') },
  { name: 'auth-register', path: fixed('/auth'), act: press('Create an account') },
  {
    name: 'auth-dialog',
    path: best,
    async act(page) {
      await press(/^Reviews/, 'tab')(page)
      await press('Login to Review')(page)
    },
  },
  { name: 'auth-forgot', path: fixed('/auth/forgot') },
  { name: 'auth-reset', path: fixed('/auth/reset?token=x') },
  { name: 'auth-reset-none', path: fixed('/auth/reset') },
  { name: 'faq', path: fixed('/faq') },
  { name: 'content-about', path: fixed('/about') },
  { name: 'content-terms', path: fixed('/terms') },
  { name: 'content-contact', path: fixed('/contact') },
  { name: 'not-found', path: fixed('/nowhere') },
  { name: 'cart-visitor', path: fixed('/cart') },
  { name: 'cart-empty', as: 'staff', path: fixed('/cart') },
  {
    name: 'cart',
    as: 'ada',
    path: async ({ call }) => {
      const { data } = await call('GET', '/items?sortBy=name&limit=3')
      for (const { _id } of data) await call('POST', '/cart', { item: _id })
      return '/cart'
    },
  },
  { name: 'order-pending', as: 'ada', path: adas('/orders', 'pending') },
  { name: 'order-verified', as: 'ada', path: adas('/orders', 'verified') },
  { name: 'order-cancel', as: 'ada', path: adas('/orders', 'pending'), act: press('Cancel order') },
  { name: 'order-none', as: 'ada', path: fixed('/orders/nothing') },
  { name: 'payment', as: 'ada', path: adas('/orders', 'pending'), act: payBy(/^Binance Pay/) },
  { name: 'payment-crypto', as: 'ada', path: adas('/orders', 'pending'), act: payBy(/^Crypto wallet/) },
  { name: 'payment-bank', as: 'ada', path: adas('/orders', 'pending'), act: payBy(/^Bank transfer/) },
  {
    name: 'payment-late',
    as: 'ada',
    path: adas('/orders', 'pending'),
    async act(page) {
      await payBy(/^Crypto wallet/)(page)
      await reloadLate('final')(page)
    },
  },
  {
    name: 'payment-ready',
    as: 'ada',
    path: adas('/orders', 'pending'),
    async act(page) {
      await payBy(/^Binance Pay/)(page)
      await reloadReady(page)
    },
  },
  {
    name: 'payment-confirm',
    as: 'ada',
    path: adas('/orders', 'pending'),
    async act(page) {
      await payBy(/^Bank transfer/)(page)
      await reloadReady(page)
      await press('Mark as PAID')(page)
    },
  },
  { name: 'payment-closed', as: 'ada', path: adas('/orders/details', 'failed'), act: openPayment },
  { name: 'payment-refunded', as: 'ada', path: adas('/orders/details', 'refunded'), act: openPayment },
  { name: 'payment-none', as: 'ada', path: fixed('/payment') },
  { name: 'orders', as: 'ada', path: fixed('/orders') },
  { name: 'details-pending', as: 'ada', path: adas('/orders/details', 'pending') },
  { name: 'details-paid', as: 'ada', path: adas('/orders/details', 'paid') },
  { name: 'details-short', as: 'ada', path: adas('/orders/details', 'paid', undefined, true) },
  {
    name: 'details-short-another-way',
    as: 'ada',
    path: adas('/orders/details', 'paid', undefined, true),
    act: press('Send it another way'),
  },
  // The seeded one was paid with too much.
  { name: 'details-processing', as: 'ada', path: adas('/orders/details', 'verified', 'processing') },
  { name: 'details-completed', as: 'ada', path: adas('/orders/details', 'verified', 'completed') },
  {
    name: 'details-delivered',
    as: 'ada',
    path: adas('/orders/details', 'verified', 'completed'),
    act: (page) => page.getByRole('button', { name: 'Reveal' }).click(),
  },
  { name: 'details-late-seen', as: 'ada', path: adas('/orders/details', 'pending'), act: reloadLate('confirming') },
  { name: 'details-late', as: 'ada', path: adas('/orders/details', 'pending'), act: reloadLate('final') },
  { name: 'details-wrong-network', as: 'ada', path: adas('/orders/details', 'paid'), act: reloadWrongNetwork },
  { name: 'details-rejected', as: 'ada', path: adas('/orders/details', 'failed') },
  { name: 'details-refunded', as: 'ada', path: adas('/orders/details', 'refunded') },
  { name: 'receipt-print', as: 'ada', path: adas('/orders/details', 'verified', 'completed'), act: asPrinted },
  { name: 'receipt-print-refunded', as: 'ada', path: adas('/orders/details', 'refunded'), act: asPrinted },
  { name: 'notifications', as: 'ada', path: fixed('/notifications') },
  {
    name: 'menu',
    as: 'ada',
    path: fixed('/faq'),
    act: (page) => press(page.viewportSize()!.width > 900 ? /^Account of/ : 'Menu')(page),
  },
  {
    name: 'notifications-panel',
    as: 'ada',
    path: fixed('/faq'),
    // On narrow screens, it is a page.
    act: (page) =>
      page
        .getByRole(page.viewportSize()!.width > 900 ? 'button' : 'link', { name: /^Notifications/ })
        .first()
        .click(),
  },
  { name: 'dashboard', as: 'ada', path: fixed('/dashboard') },
  { name: 'dashboard-none', as: 'staff', path: fixed('/dashboard') },
  { name: 'profile-visitor', path: fixed('/profile') },
  { name: 'profile', as: 'ada', path: fixed('/profile') },
  {
    name: 'profile-faults',
    as: 'ada',
    path: fixed('/profile'),
    async act(page) {
      await page.getByLabel('First name').fill('')
      await page.getByLabel('Phone number').fill('771234567')
      await page.getByRole('button', { name: 'Save changes' }).click()
    },
  },
  {
    name: 'profile-ask',
    as: 'ada',
    path: fixed('/profile'),
    act: (page) => page.getByRole('button', { name: 'Save changes' }).click(),
  },
  { name: 'profile-points', as: 'ada', path: fixed('/profile?tab=points') },
  { name: 'profile-points-none', as: 'staff', path: fixed('/profile?tab=points') },
  {
    name: 'profile-code',
    as: 'staff',
    path: fixed('/profile?tab=points'),
    act: (page) => page.getByRole('button', { name: 'Create referral code' }).click(),
  },
  { name: 'profile-password', as: 'ada', path: fixed('/profile?tab=password') },
  { name: 'staff-payments', as: 'staff', path: fixed('/admin/payments') },
  { name: 'staff-payments-filtered', as: 'staff', path: fixed('/admin/payments?paymentMethod=bank') },
  {
    name: 'staff-peek',
    as: 'staff',
    path: fixed('/admin/payments'),
    async act(page) {
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
    },
  },
  {
    // A list in the sidebar where there is room.
    name: 'staff-more',
    as: 'staff',
    path: fixed('/admin/categories'),
    act: (page) => (page.viewportSize()!.width > 900 ? Promise.resolve() : press(/^More|more sections$/)(page)),
  },
  { name: 'staff-money', as: 'staff', path: fixed('/admin/money') },
  { name: 'staff-money-all', as: 'staff', path: fixed('/admin/money?state=all') },
  { name: 'staff-money-assign', as: 'staff', path: fixed('/admin/money'), act: press(/^Assign/) },
  { name: 'staff-money-chain', as: 'staff', path: fixed('/admin/money'), act: reloadChainPayment },
  {
    name: 'staff-money-chain-assign',
    as: 'staff',
    path: fixed('/admin/money'),
    async act(page) {
      await reloadChainPayment(page)
      await press(/^Assign 24/)(page)
    },
  },
  {
    name: 'staff-money-dismiss',
    as: 'staff',
    path: fixed('/admin/money'),
    async act(page) {
      await press(/^Assign/)(page)
      await page.getByText('Not for us').click()
    },
  },
  { name: 'staff-money-record', as: 'staff', path: fixed('/admin/money'), act: press('Record a transfer') },
  {
    name: 'staff-statement',
    as: 'staff',
    path: fixed('/admin/statements'),
    async act(page) {
      // Of today, as are the orders that it pays.
      const text = readFileSync('scripts/samples/statement.csv', 'utf8')
      const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
      const buffer = Buffer.from(text.replaceAll(/^\d\d\/11\/2026/gm, `${day}/${month}/${year}`))
      await page.getByLabel('Bank statement').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('link', { name: 'Statements' }).waitFor()
    },
  },
  { name: 'staff-statements', as: 'staff', path: fixed('/admin/statements') },
  {
    // The lines below those that match exactly.
    name: 'staff-statement-likely',
    as: 'staff',
    path: fixed('/admin/statements'),
    async act(page) {
      await page.getByRole('link', { name: 'statement.csv' }).first().click()
      await page
        .getByRole('heading', { name: /^Likely/ })
        .evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'staff-statement-order',
    as: 'staff',
    path: fixed('/admin/statements'),
    async act(page) {
      await page.getByRole('link', { name: 'statement.csv' }).first().click()
      await press(/^Choose order/)(page)
    },
  },
  {
    name: 'staff-statement-account',
    as: 'staff',
    path: fixed('/admin/statements'),
    act: upload('Account Number: 9988776655\nDate,Description,Amount\n2026-11-21,A stranger,10.00'),
  },
  {
    name: 'staff-statement-dates',
    as: 'staff',
    path: fixed('/admin/statements'),
    act: upload('Date,Remarks,Amount,Ref No\n03/04/2026,A stranger,10.00,R1'),
  },
  { name: 'staff-statement-refused', as: 'staff', path: fixed('/admin/statements'), act: upload('PK\u0003\u0004') },
  { name: 'staff-system', as: 'staff', path: fixed('/admin/system') },
  { name: 'staff-items', as: 'staff', path: fixed('/admin/items') },
  { name: 'staff-items-drafts', as: 'staff', path: drafts },
  {
    name: 'staff-items-selected',
    as: 'staff',
    path: fixed('/admin/items'),
    async act(page) {
      await page.locator('[data-key] .cell-tick').first().waitFor()
      await page.keyboard.press('Shift+X')
      await page.getByRole('button', { name: /^Change prices of/ }).waitFor()
    },
  },
  {
    name: 'staff-items-filters',
    as: 'staff',
    path: fixed('/admin/items?sort=price&archived=all'),
    // A sheet on phones.
    act: (page) => (page.viewportSize()!.width > 600 ? Promise.resolve() : press('Filters')(page)),
  },
  { name: 'staff-prices', as: 'staff', path: inCategory, act: press(/^Change prices in/) },
  {
    name: 'staff-prices-preview',
    as: 'staff',
    path: inCategory,
    async act(page) {
      await press(/^Change prices in/)(page)
      await page.getByLabel('Percentage').fill('5')
      await press('Preview')(page)
      await page.getByRole('list', { name: 'Old and new prices' }).waitFor()
    },
  },
  { name: 'staff-import', as: 'staff', path: fixed('/admin/items'), act: openImport },
  {
    name: 'staff-import-problem',
    as: 'staff',
    path: fixed('/admin/items'),
    async act(page) {
      await openImport(page)
      const buffer = Buffer.from('Id,Name,Category\nnosuchitem,Kiteline Month,No such category')
      await page.getByLabel('CSV file').setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer })
      await page.getByText('1 line has a problem', { exact: true }).waitFor()
    },
  },
  { name: 'staff-item-new', as: 'staff', path: fixed('/admin/items/new') },
  {
    name: 'staff-item',
    as: 'staff',
    path: staffItem,
  },
  {
    name: 'staff-item-delete',
    as: 'staff',
    path: staffItem,
    act: press(/^(Archive|Delete item)/),
  },
  { name: 'staff-categories', as: 'staff', path: fixed('/admin/categories') },
  { name: 'staff-coupons', as: 'staff', path: fixed('/admin/coupons') },
  {
    name: 'staff-coupon',
    as: 'staff',
    path: fixed('/admin/coupons'),
    act: (page) => page.getByRole('button', { name: 'New coupon' }).click(),
  },
  { name: 'staff-coupon-uses', as: 'staff', path: fixed('/admin/coupons'), act: press(/^[1-9].* show who$/) },
  { name: 'staff-order', as: 'staff', path: orderToVerify },
  { name: 'staff-order-wrong-network', as: 'staff', path: cryptoToVerify, act: reloadWrongNetwork },
  { name: 'staff-verify', as: 'staff', path: orderToVerify, act: press('Verify payment') },
  { name: 'staff-verify-short', as: 'staff', path: short, act: press('Verify payment') },
  { name: 'staff-reject', as: 'staff', path: orderToVerify, act: press('Reject payment') },
  { name: 'staff-deliveries', as: 'staff', path: fixed('/admin/deliveries') },
  { name: 'staff-complete', as: 'staff', path: fixed('/admin/deliveries'), act: press(/^Complete #/) },
  { name: 'staff-complete-replies', as: 'staff', path: fixed('/admin/deliveries'), act: openSavedReplies },
  { name: 'staff-orders', as: 'staff', path: fixed('/admin/orders') },
  { name: 'staff-orders-filters', as: 'staff', path: fixed('/admin/orders'), act: press('Filters') },
  { name: 'staff-orders-none', as: 'staff', path: fixed('/admin/orders?q=nosuchthing') },
  { name: 'staff-reviews', as: 'staff', path: fixed('/admin/reviews') },
  { name: 'staff-customers', as: 'staff', path: fixed('/admin/customers') },
  {
    name: 'staff-customer',
    as: 'staff',
    path: staffCustomer,
  },
  {
    name: 'staff-customer-points',
    as: 'staff',
    path: staffCustomer,
    act: (page) => page.getByRole('button', { name: 'Adjust' }).click(),
  },
  { name: 'support', as: 'ada', path: fixed('/support') },
  {
    name: 'support-attach',
    as: 'ada',
    path: fixed('/support'),
    act: (page) => page.getByRole('button', { name: 'Attach an item or an order' }).click(),
  },
  { name: 'support-order', as: 'ada', path: async (means) => `/support?order=${await orderOf(means)}` },
  { name: 'staff-support', as: 'staff', path: fixed('/admin/support?status=all') },
  { name: 'staff-support-none', as: 'staff', path: fixed('/admin/support?q=nosuchthing') },
  { name: 'staff-support-thread', as: 'staff', path: conversation },
  {
    name: 'staff-support-replies',
    as: 'staff',
    path: conversation,
    act: (page) => page.getByRole('button', { name: 'Saved replies (/)' }).click(),
  },
  { name: 'staff-support-answered', as: 'staff', path: answered },
  { name: 'staff-support-remind', as: 'staff', path: answered, act: press('Remind me') },
  { name: 'staff-support-reminder', as: 'staff', path: answered, act: reloadReminder },
  { name: 'staff-numbers', as: 'staff', path: fixed('/admin/stats') },
  { name: 'staff-audit', as: 'staff', path: fixed('/admin/audit') },
  { name: 'staff-security', as: 'staff', path: fixed('/admin/security') },
  ...['dashboard', 'orders', 'notifications', 'cart', 'support', 'profile?tab=points'].flatMap((page) =>
    waiting(page.replace('?tab=', '-'), 'ada', fixed(`/${page}`)),
  ),
  { name: 'payment-loading', as: 'ada', path: adas('/orders', 'pending'), act: payByBankThen(reload('never')) },
  { name: 'payment-error', as: 'ada', path: adas('/orders', 'pending'), act: payByBankThen(reload('error')) },
  { name: 'payment-sent', as: 'ada', path: adas('/orders', 'pending'), act: payByBankThen(reloadWithoutCode) },
  { name: 'payment-offline', as: 'ada', path: adas('/orders', 'pending'), act: payByBankThen(goOffline) },
  ...waiting('order', 'ada', adas('/orders', 'pending')),
  ...waiting('details', 'ada', adas('/orders/details', 'verified', 'completed')),
  ...[...staffLists, ...otherStaffPages].flatMap((page) => waiting(`staff-${page}`, 'staff', fixed(`/admin/${page}`))),
  ...waiting('staff-order', 'staff', orderToVerify),
  ...waiting('staff-item', 'staff', staffItem),
  ...waiting('staff-customer', 'staff', staffCustomer),
  ...waiting('staff-support-thread', 'staff', conversation),
  { name: 'staff-keys', as: 'staff', path: fixed('/admin/payments'), act: (page) => page.keyboard.press('?') },
]

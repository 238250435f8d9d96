import { categoryPath, itemPath } from '../../shared/catalogue/rules.ts'
import { findItems } from './api.ts'
import { formatAmount, holdScripts, openHydrated, toast, untilHydrated } from './page-actions.ts'
import { expect, password, test } from './fixtures.ts'

test('home page: shows six features and links; /home redirects to it @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.goto('/home')
  await expect(page).toHaveURL('/')
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  await expect(link('Browse services')).toHaveAttribute('href', '/items')
  await expect(link('Explore services')).toHaveAttribute('href', '/items')
  await expect(link('FAQ')).toHaveAttribute('href', '/faq')
  const features = page.getByRole('region', { name: 'Built so you can see what happens' })
  await expect(features.getByRole('heading', { level: 3 })).toHaveText([
    'Secure payments',
    'Fast processing',
    'Transparent pricing',
    'Referral rewards',
    'Notifications',
    'Support',
  ])
})

test('home page: says how to pay and how it is rated, and categories come before reviews', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.goto('/')
  const hero = page.getByRole('region', { name: /^Pay by transfer/ })
  await expect(hero.getByRole('list', { name: 'Ways to pay' })).toHaveText(/Binance Pay.*Crypto wallet.*Bank transfer/)
  await expect(page.getByRole('region').getByRole('heading', { level: 2 })).toHaveText([
    'Popular right now',
    'What are you looking for?',
    'What customers say',
    'Best rated',
    'Built so you can see what happens',
    'Find yours, or ask first',
  ])
  const reviews = page.getByRole('region', { name: 'What customers say' })
  const rating = reviews.getByRole('link', { name: /^[1-5]\.\d from [\d,]+ reviews in all$/ })
  await expect(rating).toHaveAttribute('href', '/items?sortBy=rating')
  await expect(reviews.getByRole('img', { name: /^4 out of 5/ })).not.toHaveCount(0)
})

test('an unknown address has one search field, and offers what sells best', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.setViewportSize({ width: 1440, height: 900 })
  expect((await page.goto('/nowhere'))!.status()).toBe(404)
  await expect(page.getByRole('searchbox')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Popular right now' }).getByRole('article')).toHaveCount(4)
})

test('home page: nothing moves while the example order plays, and products come early on a phone', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await page.clock.install()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const example = page.getByRole('figure').filter({ hasText: 'An example' })
    const topsOf = () =>
      page.evaluate(() =>
        ['h1', '.hero-actions', '#popular', '.sample-caption'].map(
          (selector) => document.querySelector(selector)!.getBoundingClientRect().top + scrollY,
        ),
      )
    await example.scrollIntoViewIfNeeded()
    await expect(example.getByText('Being checked by Mira')).toBeVisible()
    const before = await topsOf()
    await expect(async () => {
      await page.clock.runFor(1800)
      await expect(example.getByText('14:16')).toBeVisible({ timeout: 100 })
    }).toPass()
    expect(await topsOf()).toEqual(before)
    // Nor does a long name, which could wrap when the fonts arrive.
    await example
      .locator('dt > span')
      .first()
      .evaluate((name) => (name.textContent = 'A very long name '.repeat(9)))
    expect(await topsOf()).toEqual(before)
    const { y } = (await page.getByRole('article').first().boundingBox())!
    expect(y + (await page.evaluate(() => scrollY))).toBeLessThan(1.5 * height)
    // A name of two lines makes each row of products up to 20 px taller.
    if (width === 390) expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4480)
  }
})

test('contact: a visitor writes without an account, and staff answer by email', async ({ newVisitor, logIn }) => {
  const page = await newVisitor()
  await page.setViewportSize({ width: 390, height: 700 })
  await openHydrated(page, '/contact')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(toast(page, 'Name is required')).toBeVisible()
  await page.getByLabel('Name').fill('Nimal Visitor')
  await page.getByLabel('Email').fill('nimal.visitor@example.org')
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you take bank transfers from abroad?')
  await page.getByRole('button', { name: 'Send message' }).click()
  const answer = page.locator(':focus').filter({ hasText: 'We’ll answer by email to nimal.visitor@example.org.' })
  await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(answer, 'read once').not.toHaveAttribute('role')

  const { page: staff } = await logIn('mira@example.com')
  await staff.goto('/admin/support')
  await staff.getByRole('link', { name: /Nimal Visitor/ }).click()
  await expect(staff.getByText('without an account')).toBeVisible()
  await staff.getByRole('textbox', { name: 'Reply to Nimal Visitor by email' }).fill('Yes, we do.')
  await staff.keyboard.press('Enter')
  await expect(staff.getByText('Sent by email')).toBeVisible()
})

test('the owner’s pages: are linked from the footer, and open without a reload @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/faq')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Kade Demo Store')
  for (const [label, title] of [
    ['Terms', 'Terms of sale'],
    ['About us', 'About us'],
  ] as const) {
    await footer.getByRole('link', { name: label }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('FAQ: shows eight questions that open @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.goto('/faq')
  const questions = page.getByRole('main').locator('details')
  await expect(questions).toHaveCount(8)
  const topics = [/order/, /payment methods/, /fails/, /take/, /points and referrals/, /cancel/, /support/, /dark mode/]
  for (const [index, topic] of topics.entries()) await expect(questions.nth(index).locator('summary')).toHaveText(topic)
  await expect(questions.nth(3).getByText('oldest first')).toBeHidden()
  await questions.nth(3).locator('summary').click()
  await expect(questions.nth(3).getByText('oldest first')).toBeVisible()
})

test('protected routes: redirect to /auth and back @thorough', async ({ newVisitor, newCustomer }) => {
  const page = await newVisitor()
  const paths = ['/orders?paymentStatus=paid', '/orders/abc', '/orders/details/abc', '/payment', '/notifications']
  for (const path of [...paths, '/admin/items']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(`/auth?from=${encodeURIComponent(path)}`)
  }
  const { email } = await newCustomer()
  await page.goto(paths[0]!)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(page, 'Logged in successfully')).toBeVisible()
  await expect(page).toHaveURL(paths[0]!)
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
})

test('protected routes: never return to another site', async ({ newVisitor, newCustomer }) => {
  const { email } = await newCustomer()
  const page = await newVisitor()
  const externalRequests: string[] = []
  await page.context().route(
    ({ hostname }) => hostname.endsWith('evil.example'),
    (route) => (externalRequests.push(route.request().url()), route.abort()),
  )
  for (const from of [
    '//evil.example/orders',
    String.raw`/\evil.example`,
    'https://evil.example',
    '/nowhere',
    '/auth',
  ]) {
    await page.clock.install()
    await openHydrated(page, `/auth?from=${encodeURIComponent(from)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(toast(page, 'Logged in successfully')).toBeVisible()
    await page.clock.fastForward(1500)
    await expect(page, from).toHaveURL('/items')
    await expect(page.getByRole('button', { name: 'Account of Nila Fernando' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  }
  expect(externalRequests).toEqual([])
})

test('customers: no admin entry, and no access to staff pages @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|nothing here|no such/i)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0)
})

test('staff: the menu has an admin entry on wide and narrow screens @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await openHydrated(page, '/faq')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page).toHaveURL('/admin/items')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Items/)
  await page.setViewportSize({ width: 900, height: 800 })
  await openHydrated(page, '/faq')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Admin' })).toHaveAttribute(
    'href',
    '/admin/items',
  )
})

test('session end: redirects home, and from the cart to /auth @thorough', async ({ newCustomer, newVisitor }) => {
  const customer = await newCustomer()
  const otherDevice = await newVisitor()
  const credentials = { email: customer.email, password }
  const login = await otherDevice.request.post('/api/auth/login', { data: credentials })
  const { token } = (await login.json()) as { token: string }
  const cart = await customer.context.newPage()
  await customer.page.goto('/orders')
  await cart.goto('/cart')
  await expect(customer.page.getByText('No orders yet')).toBeVisible()
  await expect(cart.getByText('Your cart is empty')).toBeVisible()
  const changed = await otherDevice.request.post('/api/auth/change-password', {
    headers: { authorization: `Bearer ${token}` },
    data: { oldPassword: password, newPassword: `${password}-2` },
  })
  expect(changed.ok()).toBe(true)
  await expect(customer.page).toHaveURL('/')
  await expect(cart).toHaveURL('/auth?from=%2Fcart')
})

test("session end: redirects after a 401 that a refresh can't fix, without a network error", async ({
  newCustomer,
}) => {
  const { page, context, call } = await newCustomer()
  const { items } = await findItems(page, 'limit=1')
  await call('POST', '/cart', { item: items[0]!._id })
  const expired = 'Your session has expired. Please log in again.'
  await openHydrated(page, '/cart')
  const unauthorized = { status: 401, json: { success: false, message: 'Please log in', error: 'unauthorized' } }
  for (const path of ['checkout', 'auth/refresh'])
    await page.route(`**/api/${path}`, (route) => route.fulfill(unauthorized))
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/auth?from=%2Fcart')
  await expect(toast(page, expired)).toBeVisible()
  await expect(toast(page, 'Network error creating order')).toHaveCount(0)
  await page.unrouteAll()

  const other = await context.newPage()
  await openHydrated(other, '/orders')
  await expect(other.getByText('No orders yet')).toBeVisible()
  await context.clearCookies()
  await other.route('**/api/checkout?*', (route) => route.fulfill(unauthorized))
  await other.getByLabel('Payment status').selectOption('paid')
  await expect(other).toHaveURL('/')
  await expect(toast(other, expired)).toBeVisible()
})

test('navbar: lets visitors log in, on wide and narrow screens @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/faq')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Services' })).toHaveAttribute('href', '/items')
  await expect(bar.getByRole('link', { name: 'Orders' })).toHaveCount(0)
  await bar.getByRole('link', { name: 'Login / Register' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in to Kade' })
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('dialog', { name: 'Create your account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(bar.getByRole('link', { name: 'Login / Register' })).toBeFocused()

  await page.setViewportSize({ width: 901, height: 800 })
  await expect(bar.getByRole('link', { name: 'Login / Register' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Menu' })).toBeHidden()
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(bar.getByRole('link', { name: 'Login / Register' })).toBeHidden()
  await bar.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Services' })).toBeVisible()
  await page.getByRole('button', { name: 'Login / Register' }).click()
  await expect(dialog).toBeVisible()
})

test('navbar: choosing a currency prompts visitors to log in @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/items')
  await page.getByLabel('Currency').selectOption('LKR')
  await expect(page.getByRole('dialog', { name: 'Log in to Kade' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Currency')).toHaveValue('USD')
})

test('navbar: has every entry for a logged-in user, also on narrow screens @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await page.goto('/faq')
  const bar = page.getByRole('banner')
  for (const name of ['Services', 'Orders', 'Support', 'Cart']) {
    await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      /^\/(items|orders|support|cart)$/,
    )
  }
  await bar.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('No notifications')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(bar.getByLabel('Currency').locator('option')).toHaveText(['USD', 'INR', 'LKR'])
  await bar.getByRole('button', { name: 'Account of Nila Fernando' }).click()
  await expect(bar.locator('[data-initials=NF]')).toBeVisible()
  for (const name of [/Dark mode/, 'Profile', 'Logout']) await expect(page.getByText(name).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 900, height: 800 })
  await expect(bar.getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/notifications')
  await bar.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  for (const name of ['Services', 'Orders', 'Support', 'Cart']) await expect(menu.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  const readSession = () => page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])
  await expect.poll(readSession).toEqual([null, null])
})

test('currency and dark mode: saved, and applied by server rendering', async ({ newCustomer, newVisitor }) => {
  const { page, context } = await newCustomer()
  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  await page.goto('/items?sortBy=price-high')
  await page.getByLabel('Currency').selectOption('INR')
  await expect(page.getByRole('article').first()).toContainText(formatAmount(items[0]!.price * 89, '₹'))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByText('Dark mode').first().click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const fetchHtml = async (path: string) => (await context.request.get(path)).text()
  for (const path of ['/', '/items', `/items/${items[0]!._id}`]) {
    const html = await fetchHtml(path)
    expect(html, path).toContain('data-theme="dark"')
    expect(html, path).toMatch(/₹[\d,]+\.\d\d/)
    expect(html, path).toContain('data-initials="NF"')
  }

  const visitor = await newVisitor()
  await openHydrated(visitor, '/')
  const readBarColours = () =>
    visitor
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => metas.map((meta) => (meta as HTMLMetaElement).content))
  expect(await readBarColours(), 'follow the system').toEqual(['#f6f2ea', '#161511'])
  await visitor.getByRole('contentinfo').getByText('Dark mode').click()
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await readBarColours()).toEqual(['#161511', '#161511'])
  // The browser stores the cookie a moment later.
  const readFaq = async () => (await visitor.context().request.get('/faq')).text()
  await expect.poll(readFaq).toContain('data-theme="dark"')
  await visitor.reload()
  expect(await readBarColours()).toEqual(['#161511', '#161511'])
})

test('public pages have title, description and canonical URL', async ({ newVisitor, app }) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'limit=1')
  const [item] = items
  const pages = [
    { path: '/', canonical: '/', title: expect.stringMatching(/^Kade/) },
    { path: '/faq', canonical: '/faq', title: 'FAQ · Kade' },
    { path: '/items?sortBy=name&q=a', canonical: '/items', title: '“a” · Services · Kade' },
    {
      path: `/items?category=${item!.category._id}`,
      canonical: categoryPath(item!.category),
      title: `${item!.category.name} · Kade`,
    },
    { path: `/items/${item!._id}`, canonical: itemPath(item!), title: `${item!.name} · Kade` },
  ]
  for (const { path, canonical, title } of pages) {
    const head = (await (await page.request.get(path)).text()).split('</head>')[0]!
    const read = (pattern: RegExp) => unescapeHtml(pattern.exec(head)?.[1])
    expect(read(/<link rel="canonical" href="([^"]*)"/), path).toBe(app.url + canonical)
    expect(read(/property="og:url" content="([^"]*)"/), path).toBe(app.url + canonical)
    expect(read(/property="og:title" content="([^"]*)"/), path).toEqual(title)
    expect(read(/<title>([^<]*)</), path).toEqual(title)
    expect(read(/property="og:description" content="([^"]*)"/), path).toBe(read(/name="description" content="([^"]*)"/))
  }
  for (const path of ['/auth', '/cart', '/profile', '/orders', '/nowhere', '/items/nosuchitem']) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).toContain('content="noindex"')
    expect(html, path).not.toContain('rel="canonical"')
  }
})

test('icons, the web manifest and the picture for shared links exist', async ({ newVisitor }) => {
  const page = await newVisitor()
  const html = await (await page.request.get('/')).text()
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  const links = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon)"[^>]* href="([^"]+)"/g)].map(
    ([, link]) => link!,
  )
  expect(links).toEqual(['/favicon.ico', '/mark.svg', '/apple-touch-icon.png'])
  for (const link of [...links, ...manifest.icons.map(({ src }) => src), '/share.png']) {
    const { status, headers } = await page.request
      .get(link)
      .then((response) => ({ status: response.status(), headers: response.headers() }))
    expect([link, status, headers['content-type']]).toEqual([link, 200, expect.stringMatching(/^image\//)])
  }
})

test('item pages have a PNG preview for social media', async ({ newVisitor, app }) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'limit=1')
  const [item] = items
  const html = await (await page.request.get(`/items/${item!._id}`)).text()
  const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  const link = meta('og:image')!
  expect(link).toMatch(new RegExp(`^${app.url}/media/[0-9a-f]{24}\\.\\w+/share\\.png$`))
  expect([meta('og:image:type'), meta('og:image:width'), meta('og:image:height')]).toEqual(['image/png', '1200', '630'])
  expect(meta('twitter:card')).toBe('summary_large_image')
  const picture = await page.request.get(link)
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  await page.goto('/faq')
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, link)
  expect(size).toEqual([1200, 630])
})

test("assets can't be sniffed or embedded by other sites", async ({ newVisitor }) => {
  const page = await newVisitor()
  const html = await (await page.request.get('/')).text()
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)].map(([, path]) => path!)
  expect(assets.length).toBeGreaterThan(2)
  for (const path of [...assets, '/mark.svg']) {
    const headers = (await page.request.get(path)).headers()
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
const unescapeHtml = (html: string | undefined) =>
  html?.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity]!)

test('catalogue: what is typed or chosen before the scripts arrive is applied', async ({ newVisitor }) => {
  const page = await newVisitor()
  const release = await holdScripts(page)
  await page.goto('/items', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Clear text' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search services' }).fill('year')
  await page.getByLabel('Sort by').selectOption('price-low')
  await page.getByRole('radio', { name: '1 year' }).check()
  await page.getByLabel('Minimum price').fill('20')
  release()
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      q: 'year',
      sortBy: 'price-low',
      duration: 'year',
      minPrice: '20',
    })
  await expect(page.getByRole('searchbox', { name: 'Search services' })).toHaveValue('year')
  await expect(page.getByLabel('Sort by')).toHaveValue('price-low')
  await expect(page.getByRole('radio', { name: '1 year' })).toBeChecked()
  await expect(page.getByLabel('Minimum price')).toHaveValue('20')
})

test('catalogue: the filters of the address stay when nothing is chosen before the scripts arrive @thorough', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  const release = await holdScripts(page)
  await page.goto('/items?sortBy=name&q=year', { waitUntil: 'commit' })
  release()
  await untilHydrated(page)
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  expect(new URL(page.url()).search).toBe('?sortBy=name&q=year')
  expect(await page.evaluate(() => history.length)).toBe(2)
})

test('contact: what is typed before the scripts arrive is kept', async ({ newVisitor }) => {
  const page = await newVisitor()
  const release = await holdScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Nimal Visitor')
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you take bank transfers?')
  release()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await expect(page.getByLabel('Name')).toHaveValue('Nimal Visitor')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you take bank transfers?')
})

test('on a phone, the menu’s links stay where they are when its code comes', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/items')
  await page.waitForLoadState('networkidle')
  let release = () => {}
  const isRead = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await isRead
    await route.continue()
  })
  await page.getByRole('button', { name: 'Menu' }).click()
  const panel = page.locator('.mobile-menu')
  const read = () =>
    panel.evaluate((element) => {
      const texts = document.createTreeWalker(element.querySelector('nav')!, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      range.selectNode(texts.nextNode()!)
      return { left: Math.round(range.getBoundingClientRect().left), height: Math.round(element.clientHeight) }
    })
  const topOfLogin = () =>
    panel.getByText('Login / Register').evaluate((element) => element.getBoundingClientRect().top)
  await expect(panel.getByRole('link', { name: 'Services' })).toBeVisible()
  await expect(panel.locator('svg')).toHaveCount(0)
  const before = await read()
  const login = await topOfLogin()
  release()
  await expect(panel.locator('svg').first()).toBeVisible()
  expect(await read()).toEqual(before)
  expect(Math.abs((await topOfLogin()) - login), 'the button to log in').toBeLessThan(1)
})

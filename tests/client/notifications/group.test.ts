import { expect, it } from 'vitest'
import { groupByOrder } from '../../../client/notifications/group.ts'
import { buildNotification } from '../build.ts'

const orderLink = '/orders/details/0mwr4ab5kk0kj'

it('puts what belongs to one order together, where its newest notification is', () => {
  const list = [
    buildNotification({
      _id: 'points',
      link: '/profile?tab=points',
      message: 'You earned 71 points for order #5KK0KJ',
    }),
    buildNotification({ _id: 'reply', link: '/support', message: 'Support replied to you' }),
    buildNotification({ _id: 'verified', link: orderLink, message: 'Your payment for order #5KK0KJ was verified' }),
    buildNotification({ _id: 'reminder', link: '/orders/0mwr4ab5kk0kj', message: 'Your order is not paid yet' }),
  ]
  expect(groupByOrder(list).map(({ order, rows }) => [order, rows.map(({ _id }) => _id)])).toEqual([
    ['5KK0KJ', ['points', 'verified', 'reminder']],
    [null, ['reply']],
  ])
})

it('does not take what someone wrote for the number of an order', () => {
  const list = [
    buildNotification({ _id: 'a', link: '/profile?tab=points', message: 'Your points were corrected: order #5KK0KJ' }),
    buildNotification({ _id: 'b', link: orderLink, message: 'Your order is ready' }),
  ]
  expect(groupByOrder(list)).toHaveLength(2)
})

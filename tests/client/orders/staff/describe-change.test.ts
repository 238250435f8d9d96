import { expect, it } from 'vitest'
import { describeChange } from '../../../../client/orders/staff/describe-change.ts'
import type { OrderEventType } from '../../../../shared/orders/schema.ts'
import { at, buildStaffOrder } from '../../build.ts'

const event = (what: OrderEventType, name: string) => ({ _id: what, at, what, who: 'staff' as const, name, note: '' })

it('names who took a verification back, not who verified before', () => {
  const order = buildStaffOrder({ history: [event('verified', 'Mira'), event('unverified', 'Ada')] })
  expect(describeChange(order)).toMatch(/^Ada has taken back the verification of #/)
})

it('names who reopened an order, and ignores events that move nothing', () => {
  const order = buildStaffOrder({
    history: [event('rejected', 'Mira'), event('reopened', 'Ada'), event('claimed', 'Sam')],
  })
  expect(describeChange(order)).toMatch(/^Ada has reopened #/)
})

it('names nobody for a change without a name', () => {
  expect(describeChange(buildStaffOrder({ history: [event('verified', '')] }))).toMatch(/^#\w+ was verified\.$/)
})

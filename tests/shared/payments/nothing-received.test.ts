import { expect, it } from 'vitest'
import type { PaymentState } from '../../../shared/payments/ledger-schema.ts'
import { describeNothingReceived } from '../../../shared/payments/nothing-received.ts'
import type { ProgressState } from '../../../shared/payments/progress.ts'
import type { Network } from '../../../shared/payments/schema.ts'

const order = (paymentMethod: string, network: Network | null = null, ...states: PaymentState[]) => ({
  paymentStatus: 'paid',
  paymentMethod,
  request: { method: paymentMethod, network },
  payments: states.map((state) => ({ state })),
})
const progress = (state: ProgressState) => ({ state, confirmations: 3, of: 12, network: 'BEP20' as const })

it.each([
  ['bank', 'Nothing recorded for this order yet. Check the bank account before you verify.'],
  ['binance', 'Nothing recorded for this order yet. Check Binance Pay before you verify.'],
  ['crypto', 'Nothing recorded for this order yet. Check the wallet before you verify.'],
])('is calm about nothing recorded of a payment by %s, which staff look up themselves', (method, text) => {
  expect(describeNothingReceived(order(method), false)).toEqual({ text, isUnusual: false })
})

it('warns when the store found nothing on a chain that it watches', () => {
  const warning = {
    text: 'No payment was found on BNB Smart Chain. Check the transfer before you verify.',
    isUnusual: true,
  }
  expect(describeNothingReceived(order('crypto', 'BEP20'), true)).toEqual(warning)
  expect(describeNothingReceived(order('crypto', 'BEP20', 'gone'), true)).toEqual(warning)
  expect(describeNothingReceived(order('crypto', 'BEP20'), false, progress('unknown'))).toEqual(warning)
  expect(describeNothingReceived(order('crypto', 'BEP20'), false)).toMatchObject({ isUnusual: false })
  const chosenAnew = { ...order('bank'), request: { method: 'crypto', network: 'BEP20' as const } }
  expect(describeNothingReceived(chosenAnew, true)).toMatchObject({ isUnusual: false })
})

it.each([
  ['silent', 'No source for BNB Smart Chain answers. Check the transfer yourself.', true],
  ['reverted', 'The transaction failed on BNB Smart Chain.', true],
  ['wrong_network', 'The transaction is on BNB Smart Chain, not on the requested network.', true],
  ['confirming', 'Seen on BNB Smart Chain · 3 of 12 confirmations', false],
] as const)('says what the store knows of a transfer that is %s', (state, text, isUnusual) => {
  expect(describeNothingReceived(order('crypto', 'BEP20'), true, progress(state))).toEqual({ text, isUnusual })
})

it('names what was sent back or has left its chain', () => {
  expect(describeNothingReceived(order('bank', null, 'dismissed'), false)?.text).toBe(
    'Nothing that was recorded for this order counts. Check the bank account before you verify.',
  )
})

it.each(['final', 'seen', 'confirming'] as const)('says nothing once a payment is %s', (state) => {
  expect(describeNothingReceived(order('bank', null, state), false)).toBeNull()
  expect(describeNothingReceived(order('crypto', 'BEP20', 'gone', state), true, progress('unknown'))).toBeNull()
})

it.each(['pending', 'verified', 'failed', 'cancelled', 'refunded'])(
  'says nothing of an order that is %s',
  (paymentStatus) => {
    expect(describeNothingReceived({ ...order('bank'), paymentStatus }, false)).toBeNull()
  },
)

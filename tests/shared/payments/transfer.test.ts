import { expect, it } from 'vitest'
import type { Token } from '../../../shared/payments/schema.ts'
import { cryptoTransfer } from '../../../shared/payments/transfer.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const transferOf = (token: Token, amount: string) =>
  cryptoTransfer({ network: 'ERC20', token, address }, { amount, reference: '7QK4MZT' })

it('has of a token without a rate the amount in dollars, as a wallet takes it, and says what counts', () => {
  const { fields, rate } = transferOf('ETH', '3.99')
  expect(fields[0]).toEqual({ label: 'Amount in dollars', value: '$3.99 in ETH', copy: '3.99' })
  expect(rate).toContain('USD and enter 3.99')
  expect(rate).toContain('what the ETH is worth in dollars when you send it')
})

it('has of a dollar token its own amount, as it is', () => {
  const { fields, rate } = transferOf('USDC', '3.9901')
  expect(fields[0]).toEqual({ label: 'Amount', value: '3.9901\u00a0USDC', copy: '3.9901' })
  expect(rate).not.toContain('USD and enter')
  expect(rate).toMatch(/^Send all four decimals: they tell us the payment is yours\./)
  expect(transferOf('USDC', '4.03').rate).toMatch(/^Send both decimals/)
})

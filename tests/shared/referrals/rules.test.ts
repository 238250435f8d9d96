import { expect, it } from 'vitest'
import { normalizeReferralCode, referralWindowMs } from '../../../shared/referrals/rules.ts'

it.each([
  ['ada2026', 'ADA2026'],
  ['  a d\ta\n2026 ', 'ADA2026'],
  ['', ''],
])('normalizeReferralCode turns %j into %j', (typed, code) => {
  expect(normalizeReferralCode(typed)).toBe(code)
})

it('lets a new user redeem a code for 7 days', () => {
  expect(referralWindowMs).toBe(604_800_000)
})

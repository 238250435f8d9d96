import * as z from 'zod/mini'
import { get, Id, post } from '../contract.ts'
import { Referral, ReferralCode, ReferralStatus } from './schema.ts'

export const referralRoutes = {
  createReferral: post('/referral', {
    access: 'customer',
    summary: 'Choose your referral code',
    input: z.strictObject({ code: ReferralCode }),
    output: { referral: Referral, message: z.string() },
  }),
  referral: get('/referral/:userId', {
    access: 'customer',
    summary: 'Return your referral code and the users it referred',
    output: ReferralStatus,
  }),
  findReferral: get('/referral/code/:code', {
    access: 'public',
    summary: 'Look up a referral code and the first name of its owner',
    output: { referral: z.object({ code: z.string(), firstName: z.string() }) },
  }),
  redeemReferral: post('/referral/use', {
    access: 'customer',
    summary: 'Redeem a referral code, once and within 7 days of registering',
    input: z.strictObject({ code: ReferralCode, userId: Id }),
    output: { message: z.string() },
  }),
}

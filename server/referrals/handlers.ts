import type { referralRoutes } from '../../shared/referrals/routes.ts'
import { notFound, ApiError } from '../../shared/api-error.ts'
import type { Handlers } from '../http/serve.ts'
import { createCode } from './create-code.ts'
import { findReferrer, readReferralStatus } from './read-referral.ts'
import { redeemCode } from './redeem-code.ts'

export const referralHandlers: Handlers<typeof referralRoutes> = {
  createReferral: ({ code }, { me, mutate }) =>
    mutate(async (ctx) => ({
      referral: await createCode(ctx, me.user.id, code),
      message: 'Referral code saved',
    })),
  async referral({ userId }, { app, me }) {
    if (userId !== me.user.id && !me.user.isAdmin) throw notFound('Not found')
    return readReferralStatus(app.db, userId)
  },
  async findReferral({ code }, { app }) {
    const owner = await findReferrer(app.db, code)
    return { referral: { code: owner.code, firstName: owner.firstName } }
  },
  redeemReferral: ({ code, userId }, { me, mutate }) => {
    if (userId !== me.user.id) throw new ApiError(403, 'not_yours', 'A referral code can only be used for yourself.')
    return mutate(async (ctx) => {
      await redeemCode(ctx, me.user, code)
      return { message: 'Referral code applied successfully.' }
    })
  },
}

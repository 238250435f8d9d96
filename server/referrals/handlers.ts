import type { referralRoutes } from '../../shared/referrals.ts'
import { notFound, Refusal } from '../../shared/refusal.ts'
import type { Handlers } from '../http/serve.ts'
import { createCode } from './create-code.ts'
import { findReferrer, readStanding } from './read-referral.ts'
import { redeemCode } from './redeem-code.ts'

export const referralHandlers: Handlers<typeof referralRoutes> = {
  createReferral: ({ code }, { me, change }) =>
    change(async (making) => ({
      referral: await createCode(making, me.user.id, code),
      message: 'Referral code saved',
    })),
  async referral({ userId }, { store, me }) {
    if (userId !== me.user.id && !me.user.isAdmin) throw notFound('Not found')
    return readStanding(store.db, userId)
  },
  async findReferral({ code }, { store }) {
    const owner = await findReferrer(store.db, code)
    return { referral: { code: owner.code, firstName: owner.firstName } }
  },
  useReferral: ({ code, userId }, { me, change }) => {
    if (userId !== me.user.id) throw new Refusal(403, 'not_yours', 'A referral code can only be used for yourself.')
    return change(async (making) => {
      await redeemCode(making, me.user, code)
      return { message: 'Referral code applied successfully.' }
    })
  },
}

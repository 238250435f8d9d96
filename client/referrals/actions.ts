import { referralRoutes } from '../../shared/referrals/routes.ts'
import type { ActionContext } from '../action-context.ts'
import { referralsKey, setCodeUsed, setOwnCode, setReferrals } from './store.ts'

const into = { snapshotKey: referralsKey, streams: ['user' as const] }

/** Loads the user's code, the users it referred, and whether they used a code. @throws CallFailed */
export const loadReferrals = (context: ActionContext, userId: string, signal?: AbortSignal) =>
  context.load(referralRoutes.referral, { userId }, { ...into, signal, write: setReferrals })

/** @throws CallFailed 409 when the code is taken or the user already has one */
export const createCode = (context: ActionContext, code: string) =>
  context.send(referralRoutes.createReferral, { code }, { ...into, write: setOwnCode })

/** Applies a friend's code. @throws CallFailed 404 for an unknown code, 409 or 422 when it can't be used */
export const redeemCode = (context: ActionContext, code: string, userId: string) =>
  context.send(referralRoutes.redeemReferral, { code, userId }, { ...into, write: setCodeUsed })

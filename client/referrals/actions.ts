import { referralRoutes } from '../../shared/referrals.ts'
import type { Client } from '../client.ts'
import { referralsKey, setCodeUsed, setOwnCode, setReferrals } from './store.ts'

const into = { slice: referralsKey, streams: ['user' as const] }

/** One's code, whom it brought, and whether one used somebody's. @throws CallFailed */
export const loadReferrals = (client: Client, userId: string, signal?: AbortSignal) =>
  client.load(referralRoutes.referral, { userId }, { ...into, signal, write: setReferrals })

/** @throws CallFailed 409 when the code is somebody's, or there is one already */
export const createCode = (client: Client, code: string) =>
  client.send(referralRoutes.createReferral, { code }, { ...into, write: setOwnCode })

/** Says who brought one. @throws CallFailed 404 for an unknown code, 409 and 422 when it may not be used */
export const redeemCode = (client: Client, code: string, userId: string) =>
  client.send(referralRoutes.useReferral, { code, userId }, { ...into, write: setCodeUsed })

import { profileRoutes } from '../../shared/profile-calls.ts'
import { referralRoutes } from '../../shared/referrals.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { redeemCode } from '../referrals/actions.ts'
import { forgetReferrer } from './brought-by.ts'

/** Has a link sent with which to set a new password. @throws CallFailed */
export const forgotPassword = async (client: Client, email: string): Promise<string> =>
  (await client.call(profileRoutes.forgotPassword, { email })).answer.message

/** Sets a new password with such a link; whoever is signed in here is no more. @throws CallFailed */
export async function resetPassword(client: Client, asked: { token: string; password: string }): Promise<string> {
  // That the session ends is one's own will.
  client.leaving = true
  try {
    const { answer } = await client.call(profileRoutes.resetPassword, asked)
    client.session.clear()
    return answer.message
  } finally {
    client.leaving = false
  }
}

/** @throws CallFailed 422 when the link is over, 409 when another account has the address by now */
export const confirmEmail = async (client: Client, token: string): Promise<string> =>
  (await client.call(profileRoutes.confirmEmail, { token })).answer.message

/** Whether somebody has that referral code. @throws CallFailed when nobody could say */
export async function isReferralCode(client: Client, code: string): Promise<boolean> {
  try {
    await client.call(referralRoutes.findReferral, { code })
    return true
  } catch (error) {
    if (isFailure(error) && (error.status === 404 || error.status === 400)) return false
    throw error
  }
}

/** Says who brought the newcomer here. @returns whether that counts; if not, the account is good all the same */
export async function applyReferral(client: Client, code: string, userId: string): Promise<boolean> {
  try {
    await redeemCode(client, code, userId)
    forgetReferrer()
    return true
  } catch (error) {
    if (!isFailure(error)) throw error
    return false
  }
}

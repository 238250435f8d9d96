import { profileRoutes } from '../../shared/accounts/profile-routes.ts'
import { referralRoutes } from '../../shared/referrals/routes.ts'
import type { ActionContext } from '../action-context.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { redeemCode } from '../referrals/actions.ts'
import { clearReferrer } from '../referrals/referral-storage.ts'

/** Requests an email with a link for setting a new password. @returns the message to show @throws CallFailed */
export const forgotPassword = async ({ call }: ActionContext, email: string): Promise<string> =>
  (await call(profileRoutes.forgotPassword, { email })).answer.message

/** Sets a new password with the token of a link, and logs this device out. @throws CallFailed */
export const resetPassword = (
  { call, session, expectSessionEnd }: Pick<Client, 'call' | 'session' | 'expectSessionEnd'>,
  reset: { token: string; password: string },
): Promise<string> =>
  expectSessionEnd(async () => {
    const { answer } = await call(profileRoutes.resetPassword, reset)
    session.clear()
    return answer.message
  })

/** @throws CallFailed 422 for an expired link, 409 if another account has the address by now */
export const confirmEmail = async ({ call }: ActionContext, token: string): Promise<string> =>
  (await call(profileRoutes.confirmEmail, { token })).answer.message

/** Whether a referral code exists. @throws CallFailed if the server can't be reached */
export async function isReferralCode({ call }: ActionContext, code: string): Promise<boolean> {
  try {
    await call(referralRoutes.findReferral, { code })
    return true
  } catch (error) {
    if (isFailure(error) && (error.status === 404 || error.status === 400)) return false
    throw error
  }
}

/** Applies a referral code to a new account. @returns whether it was accepted; the account is valid either way */
export async function applyReferral(context: ActionContext, code: string, userId: string): Promise<boolean> {
  try {
    await redeemCode(context, code, userId)
    clearReferrer()
    return true
  } catch (error) {
    if (!isFailure(error)) throw error
    return false
  }
}

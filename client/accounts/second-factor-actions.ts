import { secondFactorRoutes as routes } from '../../shared/accounts/second-factor-routes.ts'
import type { SecondFactor } from '../../shared/accounts/second-factor-schema.ts'
import type { ActionContext } from '../action-context.ts'

export type { SecondFactor } from '../../shared/accounts/second-factor-schema.ts'
/** The shared secret for an authenticator app, as text and as the URI in the QR code. */
export type SecondFactorSetupData = { secret: string; uri: string }

/** @throws CallFailed */
export const loadSecondFactor = async ({ call }: ActionContext): Promise<SecondFactor> =>
  (await call(routes.secondFactor, {})).answer.data

/** @throws CallFailed 409 if a second factor is on already */
export const beginSecondFactor = async ({ call }: ActionContext): Promise<SecondFactorSetupData> =>
  (await call(routes.beginSecondFactor, {})).answer.data

/** What the user enters to turn a second factor on or off. */
export type Proof = { password: string; code: string }
/** The field that an error code is about. */
export const fieldOf: Record<string, keyof Proof | undefined> = { wrong_password: 'password', wrong_code: 'code' }

/** @returns the recovery codes, which can't be read again @throws CallFailed 422 for a wrong password or code */
export const confirmSecondFactor = async ({ call }: ActionContext, proof: Proof): Promise<string[]> =>
  (await call(routes.confirmSecondFactor, proof)).answer.data.recoveryCodes

/** @throws CallFailed 422 for a wrong password or code */
export async function removeSecondFactor({ call }: ActionContext, proof: Proof) {
  await call(routes.removeSecondFactor, proof)
}

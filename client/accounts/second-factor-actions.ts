import { type SecondFactor, secondFactorRoutes as routes } from '../../shared/second-factor.ts'
import type { Client } from '../client.ts'

export type { SecondFactor } from '../../shared/second-factor.ts'
/** What an authenticator app is given, as text and as the address in the QR image. */
export type Setup = { secret: string; uri: string }

/** @throws CallFailed */
export const loadSecondFactor = async (client: Client): Promise<SecondFactor> =>
  (await client.call(routes.secondFactor, {})).answer.data

/** @throws CallFailed 409 when one is on */
export const beginSecondFactor = async (client: Client): Promise<Setup> =>
  (await client.call(routes.beginSecondFactor, {})).answer.data

/** What turns a second factor on or off. */
export type Proof = { password: string; code: string }
/** Which of the two is wrong, by the code of the refusal. */
export const fieldOf: Record<string, keyof Proof | undefined> = { wrong_password: 'password', wrong_code: 'code' }

/** @returns the recovery codes, told this once @throws CallFailed 422 for a wrong password or code */
export const confirmSecondFactor = async (client: Client, proof: Proof): Promise<string[]> =>
  (await client.call(routes.confirmSecondFactor, proof)).answer.data.recoveryCodes

/** @throws CallFailed 422 for a wrong password or code */
export async function removeSecondFactor(client: Client, proof: Proof) {
  await client.call(routes.removeSecondFactor, proof)
}

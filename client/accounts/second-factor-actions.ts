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

/** @returns the recovery codes, told this once @throws CallFailed 422 for a wrong code */
export const confirmSecondFactor = async (client: Client, code: string): Promise<string[]> =>
  (await client.call(routes.confirmSecondFactor, { code })).answer.data.recoveryCodes

/** @throws CallFailed 422 for a wrong password or code */
export async function removeSecondFactor(client: Client, asked: { password: string; code: string }) {
  await client.call(routes.removeSecondFactor, asked)
}

import type * as z from 'zod/mini'
import type { User } from '../../shared/accounts.ts'
import type { Answer } from '../../shared/contract.ts'
import { type Registration, type SignIn, signInRoutes } from '../../shared/sign-in.ts'
import type { Client } from '../client.ts'

export async function signIn(client: Client, asked: z.output<typeof SignIn>): Promise<User> {
  const { answer } = await client.call(signInRoutes.signIn, asked)
  client.session.set({ token: answer.token, user: answer.user })
  return answer.user
}

export async function register(client: Client, asked: z.output<typeof Registration>): Promise<User> {
  const { answer } = await client.call(signInRoutes.register, asked)
  client.session.set({ token: answer.token, user: answer.user })
  return answer.user
}

/** A challenge for the captcha. */
export async function getCaptcha(client: Client): Promise<Answer<typeof signInRoutes.captcha>> {
  return (await client.call(signInRoutes.captcha, {})).answer
}

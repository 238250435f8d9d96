import type * as z from 'zod/mini'
import type { User } from '../../shared/accounts/schema.ts'
import { signInRoutes } from '../../shared/accounts/login-routes.ts'
import type { Registration, SignIn } from '../../shared/accounts/login-schema.ts'
import type { Client } from '../client.ts'

type Context = Pick<Client, 'call' | 'session'>

/** Logs in and stores the session. @throws CallFailed */
export async function signIn({ call, session }: Context, credentials: z.output<typeof SignIn>): Promise<User> {
  const { answer } = await call(signInRoutes.signIn, credentials)
  session.set({ token: answer.token, user: answer.user })
  return answer.user
}

/** Creates an account, logs in and stores the session. @throws CallFailed */
export async function register({ call, session }: Context, account: z.output<typeof Registration>): Promise<User> {
  const { answer } = await call(signInRoutes.register, account)
  session.set({ token: answer.token, user: answer.user })
  return answer.user
}

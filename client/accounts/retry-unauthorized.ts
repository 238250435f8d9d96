import type { ActionContext } from '../action-context.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import { loadMe } from './actions.ts'

/** Makes a request that isn't one of the API's routes, and once more with a new token if it was rejected with 401. */
export async function retryUnauthorized<T>(
  context: ActionContext & Pick<Client, 'session'>,
  attempt: (token: string | undefined) => Promise<T>,
): Promise<T> {
  const tryOnce = () => attempt(context.session.current()?.token)
  try {
    return await tryOnce()
  } catch (error) {
    if (!isFailure(error) || error.status !== 401) throw error
    // Any call refreshes an expired token.
    await loadMe(context)
    return tryOnce()
  }
}

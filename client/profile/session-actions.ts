import { profileRoutes as routes } from '../../shared/accounts/profile-routes.ts'
import type { EndSessionsInput } from '../../shared/accounts/profile-schema.ts'
import type { OwnSession } from '../../shared/accounts/session-schema.ts'
import type { ActionContext } from '../action-context.ts'

type Context = Pick<ActionContext, 'call'>

/** The user's sessions, newest first. @throws CallFailed */
export const loadSessions = async ({ call }: Context, signal?: AbortSignal): Promise<OwnSession[]> =>
  (await call(routes.ownSessions, {}, { signal })).answer.data

/**
 * Ends one session, or all others.
 * @returns the success message
 * @throws CallFailed 422 for a wrong password, 404 for a session that has ended
 */
export const endSessions = async ({ call }: Context, input: EndSessionsInput): Promise<string> =>
  (await call(routes.endOwnSessions, input)).answer.message

import { type OwnSession, profileRoutes as routes, type SessionEnding } from '../../shared/profile-calls.ts'
import type { Client } from '../client.ts'

/** Where one is signed in, the newest first. @throws CallFailed */
export const loadSessions = async (client: Client, signal?: AbortSignal): Promise<OwnSession[]> =>
  (await client.call(routes.ownSessions, {}, { signal })).answer.data

/** On one device, or on all others. @returns what to tell @throws CallFailed 422 for a wrong password, 404 when it is over */
export const endSessions = async (client: Client, asked: SessionEnding): Promise<string> =>
  (await client.call(routes.endOwnSessions, asked)).answer.message

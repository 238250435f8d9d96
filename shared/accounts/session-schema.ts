import * as z from 'zod/mini'
import { Time } from '../contract.ts'

/** Why a session was ended before it expired. */
export const sessionEndReasons = ['logout', 'password', 'reuse', 'role', 'staff'] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

/** A device on which a user is logged in. */
export const Session = z.object({ _id: z.string(), userAgent: z.string(), createdAt: Time, expiresAt: Time })
export type Session = z.infer<typeof Session>

/** A session of the caller; `current` marks the session of this request. */
export const OwnSession = z.extend(Session, { current: z.boolean() })
export type OwnSession = z.infer<typeof OwnSession>

import { sql } from 'drizzle-orm'
import { sessionEndReasons } from '../../shared/accounts/session-schema.ts'
import { currencies } from '../../shared/money.ts'
import { supportedPaymentMethods } from '../../shared/payments/schema.ts'
import { atLeast, createdAt, enumerated, id, kit, updatedAt } from '../kit.ts'

const linkPurposes = ['reset', 'email'] as const

export const users = kit.table(
  'users',
  {
    id: id(),
    /** Lower case, so that a plain unique index works in both dialects. */
    email: kit.text().notNull().unique(),
    passwordHash: kit.text().notNull(),
    firstName: kit.text().notNull(),
    lastName: kit.text().notNull(),
    phone: kit.text().notNull().default(''),
    /** The sum of the user's `points_entries`; a refund may take it below zero. */
    points: kit.int().notNull().default(0),
    /** What the user's verified orders come to, in cents; a trigger on `orders` keeps it. */
    spent: kit.cents().notNull().default(0),
    currency: kit
      .oneOf(...currencies)
      .notNull()
      .default('USD'),
    darkMode: kit.bool().notNull().default(false),
    /** How the user last chose to pay; null before the first time. */
    paymentMethod: kit.oneOf(...supportedPaymentMethods),
    isAdmin: kit.bool().notNull().default(false),
    /** `searchText` of the names and the email address; '' in rows of an earlier version until `backfill`. */
    searchText: kit.text().notNull().default(''),
    /** The newest notification when all of them were last marked as read; it and older ones are read. */
    notificationsReadAt: kit.time(),
    notificationsReadId: kit.text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    kit.index('users_by_age').on(t.createdAt, t.id),
    kit.index('users_by_name').on(t.searchText, t.id),
    kit.index('users_by_points').on(t.points, t.id),
    kit.index('users_by_spent').on(t.spent, t.id),
    kit
      .index('users_staff')
      .on(t.firstName, t.id)
      .where(sql`${t.isAdmin}`),
    enumerated(t.currency, currencies),
    enumerated(t.paymentMethod, supportedPaymentMethods),
  ],
)

/** One login on one device: the family of refresh tokens that descend from it. */
export const sessions = kit.table(
  'sessions',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: kit.text().notNull().default(''),
    createdAt: createdAt(),
    /** When the family ends, however often it is refreshed. */
    expiresAt: kit.time().notNull(),
    endedAt: kit.time(),
    endReason: kit.oneOf(...sessionEndReasons),
  },
  (t) => [
    kit.index('sessions_by_user').on(t.userId, t.endedAt, t.createdAt),
    kit.index('sessions_by_expiry').on(t.expiresAt),
    enumerated(t.endReason, sessionEndReasons),
  ],
)

export const accessTokens = kit.table(
  'access_tokens',
  {
    /** SHA-256 of the token, hex. The token itself is not stored. */
    hash: kit.text().primaryKey(),
    sessionId: kit
      .text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: kit.time().notNull(),
  },
  (t) => [kit.index('access_tokens_by_session').on(t.sessionId), kit.index('access_tokens_by_expiry').on(t.expiresAt)],
)

export const refreshTokens = kit.table(
  'refresh_tokens',
  {
    hash: kit.text().primaryKey(),
    sessionId: kit
      .text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The token that was exchanged for this one; null for the first of a family. */
    parent: kit.text(),
    createdAt: createdAt(),
    expiresAt: kit.time().notNull(),
    /** When it was first exchanged for a successor. */
    usedAt: kit.time(),
  },
  (t) => [
    kit.index('refresh_tokens_by_session').on(t.sessionId),
    kit.index('refresh_tokens_by_parent').on(t.parent),
    kit.index('refresh_tokens_by_expiry').on(t.expiresAt),
  ],
)

/** Single-use links sent by email: to reset a password or confirm a new address. */
export const mailLinks = kit.table(
  'mail_links',
  {
    hash: kit.text().primaryKey(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: kit.oneOf(...linkPurposes).notNull(),
    /** The new address, when the link confirms one. */
    email: kit.text(),
    createdAt: createdAt(),
    expiresAt: kit.time().notNull(),
    usedAt: kit.time(),
  },
  (t) => [kit.index('mail_links_by_user').on(t.userId), enumerated(t.purpose, linkPurposes)],
)

/** Signatures of captcha solutions that were used, until they expire. */
export const spentCaptchas = kit.table(
  'spent_captchas',
  { signature: kit.text().primaryKey(), expiresAt: kit.time().notNull() },
  (t) => [kit.index('spent_captchas_by_expiry').on(t.expiresAt)],
)

/** A staff member's second factor (TOTP), required at login once a first code confirmed it (`confirmedAt`). */
export const secondFactors = kit.table(
  'second_factors',
  {
    userId: kit
      .text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The TOTP key, encrypted. */
    secret: kit.text().notNull(),
    confirmedAt: kit.time(),
    /** The 30-second step of the last accepted code, so that no code works twice. */
    lastStep: kit.int().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => atLeast(0, t.lastStep),
)

/** Single-use codes to log in with when the authenticator is lost. */
export const recoveryCodes = kit.table(
  'recovery_codes',
  {
    /** SHA-256 of the user's id and the code, hex. */
    hash: kit.text().primaryKey(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    usedAt: kit.time(),
  },
  (t) => [kit.index('recovery_codes_by_user').on(t.userId)],
)

import { createdAt, id, kit, updatedAt } from '../kit.ts'

export const users = kit.table(
  'users',
  {
    id: id(),
    /** Lower case, so that a plain unique index serves both dialects. */
    email: kit.text().notNull().unique(),
    passwordHash: kit.text().notNull(),
    firstName: kit.text().notNull(),
    lastName: kit.text().notNull(),
    phone: kit.text().notNull().default(''),
    /** Always the sum of the ledger. */
    points: kit.int().notNull().default(0),
    currency: kit.oneOf('USD', 'INR', 'LKR').notNull().default('USD'),
    darkMode: kit.bool().notNull().default(false),
    isAdmin: kit.bool().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [kit.index('users_by_age').on(t.createdAt, t.id)],
)

/** One sign-in on one device: the family that a refresh token belongs to. */
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
    /** The end of the family however often it is refreshed. */
    expiresAt: kit.time().notNull(),
    endedAt: kit.time(),
    endReason: kit.oneOf('logout', 'password', 'reuse', 'role', 'staff'),
  },
  (t) => [kit.index('sessions_by_user').on(t.userId), kit.index('sessions_by_expiry').on(t.expiresAt)],
)

export const accessTokens = kit.table(
  'access_tokens',
  {
    /** SHA-256 of the token, hex. The token itself is nowhere kept. */
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
    /** The token it was given for; null for the first of a family. */
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

/** Links sent by e-mail: a forgotten password, a new address. Each is good once. */
export const mailLinks = kit.table(
  'mail_links',
  {
    hash: kit.text().primaryKey(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: kit.oneOf('reset', 'email').notNull(),
    /** The new address, where the link confirms one. */
    email: kit.text(),
    createdAt: createdAt(),
    expiresAt: kit.time().notNull(),
    usedAt: kit.time(),
  },
  (t) => [kit.index('mail_links_by_user').on(t.userId)],
)

/** Signatures of captcha solutions already taken, kept until they expire. */
export const spentCaptchas = kit.table(
  'spent_captchas',
  { signature: kit.text().primaryKey(), expiresAt: kit.time().notNull() },
  (t) => [kit.index('spent_captchas_by_expiry').on(t.expiresAt)],
)

/** The second factor of a member of staff: in use once a first code was given (`confirmedAt`). */
export const secondFactors = kit.table('second_factors', {
  userId: kit
    .text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The key that makes the codes, encrypted. */
  secret: kit.text().notNull(),
  confirmedAt: kit.time(),
  /** The 30-second step of the last code that was taken, so that none is taken twice. */
  lastStep: kit.int().notNull().default(0),
  createdAt: createdAt(),
})

/** Codes to sign in with when the device that makes the others is lost; each is good once. */
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

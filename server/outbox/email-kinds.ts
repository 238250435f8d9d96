const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The optional emails, each with a switch in the profile (docs/rules.md, Emails). */
export const optionalEmails = ['reminders', 'support', 'alerts'] as const
export type OptionalEmail = (typeof optionalEmails)[number]

type Kind = {
  /** The switch that turns it off; mandatory without one. */
  optional?: OptionalEmail
  /** Sent before other emails, because a person is waiting for it. */
  urgent?: true
  /** It contains a link that grants access: its payload is encrypted. */
  secret?: true
  /** Dropped when it couldn't be sent for this long; a day unless said otherwise. */
  maxAgeMs?: number
}

/** Every kind of email. */
export const emailKinds = {
  /** A notice about the security of an account. */
  account_notice: { urgent: true },
  /** Dropped when its link has expired. */
  password_reset: { urgent: true, secret: true, maxAgeMs: 30 * minuteMs },
  email_confirmation: { urgent: true, secret: true },
  order_received: {},
  order_verified: {},
  order_ready: {},
  order_rejected: {},
  order_refunded: {},
  order_short: {},
  order_over: {},
  order_late: {},
  order_proof_requested: {},
  order_expiring: { optional: 'reminders' },
  support_replied: { optional: 'support' },
  visitor_answered: {},
  payment_waiting: { optional: 'alerts' },
} as const satisfies Record<string, Kind>
export type EmailKind = keyof typeof emailKinds

/** What the app says about a kind; undefined for one that this version doesn't know. */
export const findEmailKind = (name: string): Kind | undefined => (emailKinds as Record<string, Kind>)[name]

/** After how many milliseconds an email of this kind is no longer worth sending; a day unless it says otherwise. */
export const maxAgeOf = ({ maxAgeMs = dayMs }: Kind) => maxAgeMs

// The demo store's content, as data. Types are widened by JSON, so they are stated here; the seed test validates them.
import assistants from './content/brands/assistants.json' with { type: 'json' }
import cloud from './content/brands/cloud.json' with { type: 'json' }
import design from './content/brands/design.json' with { type: 'json' }
import developer from './content/brands/developer.json' with { type: 'json' }
import fitness from './content/brands/fitness.json' with { type: 'json' }
import games from './content/brands/games.json' with { type: 'json' }
import hosting from './content/brands/hosting.json' with { type: 'json' }
import learning from './content/brands/learning.json' with { type: 'json' }
import music from './content/brands/music.json' with { type: 'json' }
import office from './content/brands/office.json' with { type: 'json' }
import privacy from './content/brands/privacy.json' with { type: 'json' }
import reading from './content/brands/reading.json' with { type: 'json' }
import security from './content/brands/security.json' with { type: 'json' }
import social from './content/brands/social.json' with { type: 'json' }
import streaming from './content/brands/streaming.json' with { type: 'json' }
import bankOrderRows from './content/bank-orders.json' with { type: 'json' }
import categoryRows from './content/categories.json' with { type: 'json' }
import couponRows from './content/coupons.json' with { type: 'json' }
import conversationRows from './content/conversations.json' with { type: 'json' }
import descriptionRows from './content/description-lines.json' with { type: 'json' }
import orderRows from './content/orders.json' with { type: 'json' }
import reviewRows from './content/review-lines.json' with { type: 'json' }
import userRows from './content/users.json' with { type: 'json' }
import type { CouponInput } from '../../shared/coupons/staff-schema.ts'
import type { Network, PaymentMethod, Token } from '../../shared/payments/schema.ts'
import type palettes from './content/palettes.json'

export { default as longConversation } from './content/long-conversation.json' with { type: 'json' }
export { default as reviewers } from './content/reviewers.json' with { type: 'json' }
export { default as savedReplies } from './content/saved-replies.json' with { type: 'json' }

/** How a customer gets what they bought. */
export type Access = 'private' | 'seat' | 'licence' | 'invitation' | 'topUp' | 'done'

export const accessLabels: Record<Access, string> = {
  private: 'Private account',
  seat: 'Shared seat',
  licence: 'Licence key',
  invitation: 'Invitation to your own account',
  topUp: 'Top-up of your own account',
  done: 'Done for you',
}

export type Plan = {
  /** Follows the brand's name: "Tidewell VPN" + "Plus". */
  name: string
  months: number
  priceCents: number
  /** The list price, if the plan is discounted. */
  oldPriceCents?: number
  access: Access
  short: string
  /** How this plan differs from the brand's others. */
  note: string
  features: string[]
}

export type Brand = {
  name: string
  palette: keyof typeof palettes
  /** The name of its drawing in drawings/marks. */
  mark: string
  /** Two paragraphs. */
  about: string[]
  features: string[]
  plans: Plan[]
}

/** `cover` is the name of a composition in drawings/covers. */
export type Category = { slug: string; name: string; cover: string; brands: Brand[] }

const brands: Record<string, unknown> = {
  assistants,
  cloud,
  design,
  developer,
  fitness,
  games,
  hosting,
  learning,
  music,
  office,
  privacy,
  reading,
  security,
  social,
  streaming,
}

/** The categories in display order, each with its brands and their plans. */
export const categories: Category[] = categoryRows.map((row) => ({ ...row, brands: brands[row.slug] as Brand[] }))

/** Sentences customers write: about the delivery, a category or a brand, what they liked and what they missed. */
export type LikedAndMissed = { liked: string[]; missed: string[] }
export const reviewLines = reviewRows as {
  /** Of buyers only, as are the lines under `buyers`. */
  arrivals: Record<Access, string[]>
  buyers: Record<'amends' | 'disappointed' | 'farewells', string[]>
  farewells: string[]
  lukewarm: string[]
  disappointed: string[]
  amends: string[]
  categories: Record<string, LikedAndMissed>
  brands: Record<string, LikedAndMissed>
}

/** Sentences of item descriptions; `{item}`, `{brand}` and `{time}` are filled in. */
export const descriptionLines: {
  arrival: Record<Access, string[]>
  validity: Record<'use' | 'work', string[]>
  care: Record<'use' | 'work', string[]>
} = descriptionRows

/**
 * A support conversation, oldest line first. A line starts with `> ` for the customer or `< ` for staff; `--` is a day in
 * between. `{item}` becomes the name of the attached item, `{order}` the number of the attached order.
 */
export type Conversation = {
  lines: string[]
  /** Age of the last line. */
  minutesAgo: number
  /** The member of staff who replies. */
  staff: 'ishara' | 'mira'
  assigned?: boolean
  resolved?: boolean
  /** The last lines have not been read by the other side. */
  unread?: boolean
  notes?: string[]
  /** Index of the customer in `reviewers`, if their order matters. */
  reviewer?: number
}
export const conversations = conversationRows as { ada: Conversation; others: Conversation[] }

/** A demo user of the README; `key` names them in the other content. */
export type DemoUser = {
  key: 'ada' | 'sam' | 'ishara' | 'mira'
  firstName: string
  lastName: string
  email: string
  joinedDaysAgo: number
  isAdmin?: boolean
  referralCode?: string
}
export const users = userRows as DemoUser[]

/** A coupon; `limitedTo` ties it to the first item or its category. */
export type DemoCoupon = Pick<CouponInput, 'code' | 'type' | 'amount'> & { limitedTo?: 'item' | 'category' }
export const coupons = couponRows as DemoCoupon[]

type DemoStaff = 'ishara' | 'mira'
/** What happened to an order after checkout. */
export type OrderStep = { minutesAgo: number } & (
  | { action: 'markPaid' | 'cancel' | 'expire' }
  | { action: 'verify'; staff: DemoStaff }
  | { action: 'complete'; staff: DemoStaff; delivery?: string }
  | { action: 'reject'; staff: DemoStaff; reason: string }
  | { action: 'refund'; staff: DemoStaff; reason: string; reference?: string }
)
export type DemoOrder = {
  name: string
  /** A demo user, or the index of a reviewer. */
  customer: 'ada' | 'sam' | number
  /** Indexes of items, counted among those on sale at the time of the order. */
  lines: { item: number; quantity: number }[]
  minutesAgo: number
  method: PaymentMethod
  /** Of a crypto transfer: where it was asked for, if the store has an account there. */
  coin?: { network: Network; token: Token }
  reference?: string
  /** What the customer writes with the transfer, where a sample in scripts/samples names it; otherwise it is random. */
  paymentReference?: string
  coupon?: string
  steps: OrderStep[]
}
type BankOrder = Required<Pick<DemoOrder, 'customer' | 'minutesAgo' | 'paymentReference'>> & DemoOrder['lines'][number]

/** Orders in many states, and those that the sample statements pay in full. */
export const orders: DemoOrder[] = [
  ...(orderRows as DemoOrder[]),
  ...(bankOrderRows as BankOrder[]).map(({ customer, item, quantity, minutesAgo, paymentReference }): DemoOrder => ({
    name: `paid by bank with ${paymentReference}`,
    customer,
    lines: [{ item, quantity }],
    minutesAgo,
    method: 'bank',
    paymentReference,
    steps: [{ action: 'markPaid', minutesAgo: minutesAgo - 4 }],
  })),
]

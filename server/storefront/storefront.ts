import { hash } from 'node:crypto'
import { and, eq, gte, isNull, lte, or, sum } from 'drizzle-orm'
import { orderDays, storefront } from '../../drizzle/schema.ts'
import { noShopFigures } from '../../shared/storefront/no-figures.ts'
import type { ShopFigures, StorefrontFigures, TopCategory } from '../../shared/storefront/schema.ts'
import type { Db } from '../db/transactions.ts'
import type { StreamHeads } from '../events/stream-heads.ts'
import { popularDays } from './count-sales.ts'
import { readShopFigures } from './read-shop-figures.ts'
import { readTopCategories } from './read-top-categories.ts'
import { rankItems } from './rank-items.ts'
import { readDurations } from './read-figures.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The table's only row. */
const isOnlyRow = eq(storefront.id, 1)

/** What pages show of the whole store besides the catalogue. */
export type StorefrontState = {
  /** Raised when the popular order or a figure changes: pages that were rendered with a lower one are out of date. */
  version: number
  figures: StorefrontFigures
  /** Of the home and about pages. They change often, so they don't raise the version: those pages are cached by `shopKey`. */
  shop: ShopFigures
  shopKey: string
  /** Minutes from the verification of a payment until its order is ready: the median of the latest; null without any. */
  preparingMinutes: number | null
  /** In the footer of every page. They change seldom: pages are cached by `topKey`. */
  topCategories: TopCategory[]
  topKey: string
}

/**
 * Keeps the popular order of the items and the figures of the store, which are computed at most once a minute, by one
 * process (docs/architecture.md, Pages).
 */
export async function createStorefront(db: Db, streamHeads: StreamHeads) {
  await db.insert(storefront).values({ id: 1 }).onConflictDoNothing()
  let state = presentState(await readRow(db))
  /** What the popular order was last computed from. */
  let rankedFrom = ''

  /** Computes the ranks again if orders or the catalogue have changed since this process last did. */
  async function updateRanks(now: Date): Promise<boolean> {
    const { heads } = await streamHeads.readCursor(null)
    const source = `${heads.catalogue} ${await sumOfOrders(db, now)}`
    if (source === rankedFrom) return false
    const changed = await rankItems(db, now)
    rankedFrom = source
    return changed
  }

  return {
    /** What this process last read, from memory. */
    current: () => state,
    /** Computes everything if a minute has passed since any process did, and reads what there is. */
    async refresh(now = new Date()) {
      const before = await readRow(db)
      if (isDue(before, now) && (await lease(db, now))) {
        // After the ranks: a page that is rendered with a new version shows what it stands for.
        const ranksChanged = await updateRanks(now)
        const { preparingMinutes, ...figures } = await readDurations(db, now)
        const shop = await readShopFigures(db, now)
        const topCategories = await readTopCategories(db)
        const shown = presentState(before)
        const raised = ranksChanged || before.figures === null || !isEqual(figures, shown.figures)
        const changed =
          raised ||
          preparingMinutes !== shown.preparingMinutes ||
          keyOf(shop) !== shown.shopKey ||
          keyOf(topCategories) !== shown.topKey
        if (changed) {
          await db
            .update(storefront)
            .set({
              version: before.version + (raised ? 1 : 0),
              figures: { ...figures, preparingMinutes, shop, topCategories },
            })
            .where(isOnlyRow)
        }
      }
      state = presentState(await readRow(db))
    },
  }
}

export type Storefront = Awaited<ReturnType<typeof createStorefront>>
type Row = typeof storefront.$inferSelect

const readRow = async (db: Db): Promise<Row> => (await db.select().from(storefront).where(isOnlyRow))[0]!

/** Figures that an earlier version didn't compute are null. */
function presentState({ version, figures }: Row): StorefrontState {
  const { shop: stored, topCategories = [], preparingMinutes = null, ...rest } = figures ?? {}
  const shop = { ...noShopFigures, ...stored }
  return {
    version,
    figures: { ...noFigures, ...rest },
    shop,
    shopKey: keyOf(shop),
    preparingMinutes,
    topCategories,
    topKey: keyOf(topCategories),
  }
}
/** Postgres returns JSON with its keys in another order. */
const keyOf = (shown: ShopFigures | TopCategory[]) => hash('sha256', JSON.stringify(shown, sortKeys)).slice(0, 16)
const sortKeys = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const noFigures: StorefrontFigures = { readyMinutes: null }

const isEqual = (a: StorefrontFigures, b: StorefrontFigures) =>
  (Object.keys(a) as (keyof StorefrontFigures)[]).every((name) => a[name] === b[name])

const dueBefore = (now: Date) => new Date(now.getTime() - minuteMs)
/** At once, too, where the process that took the first minute's work ended before it was done. */
const isDue = ({ refreshedAt, figures }: Row, now: Date) =>
  refreshedAt === null || figures === null || refreshedAt <= dueBefore(now)

/** Takes the next minute's work for this process. */
async function lease(db: Db, now: Date): Promise<boolean> {
  const leased = await db
    .update(storefront)
    .set({ refreshedAt: now })
    .where(
      and(
        isOnlyRow,
        or(isNull(storefront.refreshedAt), isNull(storefront.figures), lte(storefront.refreshedAt, dueBefore(now))),
      ),
    )
    .returning({ id: storefront.id })
  return leased.length > 0
}

/** Changes whenever an order becomes or ceases to be verified, and once a day. */
async function sumOfOrders(db: Db, now: Date): Promise<string> {
  const today = Math.floor(now.getTime() / dayMs)
  const { verified, refunded, paid } = orderDays
  const [sums] = await db
    .select({ verified: sum(verified), refunded: sum(refunded), paid: sum(paid) })
    .from(orderDays)
    .where(gte(orderDays.day, today - popularDays))
  return [today, ...Object.values(sums!)].join(' ')
}

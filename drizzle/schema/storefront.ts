import type { ShopFigures, StorefrontFigures, TopCategory } from '../../shared/storefront/schema.ts'
import { kit } from '../kit.ts'

/** One row: what a job computes for the pages of the shop, at most once a minute (docs/architecture.md, Pages). */
export const storefront = kit.table('storefront', {
  id: kit.int().primaryKey(),
  /** Raised when something that the job computes, and pages show, has changed. */
  version: kit.int().notNull().default(0),
  /** Null until they are computed. */
  figures: kit.json<
    StorefrontFigures & { preparingMinutes?: number | null; shop?: ShopFigures; topCategories?: TopCategory[] }
  >(),
  /** When a process last began to compute; it is the only one for a minute. */
  refreshedAt: kit.time(),
})

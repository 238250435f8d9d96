import { reviews } from '../../drizzle/schema.ts'
import type { Tx } from '../../server/db/transactions.ts'
import type { SeedReview } from './catalogue.ts'
import type { SeededItem } from './insert-catalogue.ts'
import type { Cast } from './insert-people.ts'
import { insertAll } from './insert-all.ts'
import { seedId } from './seed-id.ts'

const day = 24 * 3_600_000

export async function insertReviews(
  tx: Tx,
  all: SeedReview[],
  items: Map<string, SeededItem>,
  cast: Cast,
  now: number,
) {
  const rows = all.map(({ item, reviewer, stars, text, daysAgo }) => {
    const at = new Date(now - daysAgo * day)
    return {
      id: seedId(`review ${item} ${reviewer}`),
      itemId: items.get(item)!.id,
      userId: cast.reviewers[reviewer]!.id,
      stars,
      description: text,
      createdAt: at,
      updatedAt: at,
    }
  })
  await insertAll(tx, reviews, rows)
}

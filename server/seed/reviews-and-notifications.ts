import { markAllRead } from '../notifications/mark-read.ts'
import { writeReview } from '../reviews/write-review.ts'
import type { SeedReview } from './catalogue.ts'
import type { SeededItems } from './seed-catalogue.ts'
import type { People } from './seed-users.ts'
import { dayMinutes, type Step } from './step.ts'

export const planReviews = (people: People, items: SeededItems, reviews: SeedReview[]): Step[] =>
  reviews.map(({ item, reviewer, stars, text, daysAgo }) => ({
    minutesAgo: daysAgo * dayMinutes,
    run: (ctx) =>
      writeReview(ctx, people.reviewers[reviewer]!.id, { item: items.get(item)!.id, stars, description: text }),
  }))

/** Everyone has read what is older than a day. */
export const markOldNotificationsRead = ({ ada, sam, reviewers }: People): Step[] =>
  [ada, sam, ...reviewers].map(({ id }) => ({ minutesAgo: dayMinutes, run: (ctx) => markAllRead(ctx, id) }))

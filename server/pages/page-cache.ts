import type { AppEvent } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import type { StoredEvent } from '../events/event-bus.ts'
import type { EncodedPage } from './encode-page.ts'

/** What a cached page shows, to find the events that invalidate it. */
export type PageContent = {
  /** The items it shows. */
  items: Set<string>
  /** The users whose names stand beside the reviews that it shows. */
  authors: Set<string>
  /** Whether other items would be on it if their ratings changed. */
  dependsOnRatings: boolean
  /** Whether it shows the popular order or the figures of the store. */
  showsStorefront: boolean
  /** Whether it shows anything of the catalogue at all. */
  isStatic: boolean
}
type Entry = {
  page: EncodedPage
  content: PageContent
  /** The last event of the catalogue that didn't invalidate the page. */
  head: number
  /** The storefront's version when it was rendered. */
  version: number
  bytes: number
}

const maxCacheBytes = 32 * 1024 * 1024
/** A page's stream cursor stays as it was rendered, and clients replay from it; replays are limited. */
const maxEventsBehind = 500

/**
 * Caches the pages that are the same for all visitors, until an event on the catalogue stream changes what they show
 * (docs/architecture.md, Pages). A page that was rendered before events that don't concern it is still right: its
 * client replays them. A page that shows the popular order or figures is cached until the storefront's version is raised.
 * The least recently used pages make room for new ones.
 */
export function createPageCache({ bus }: Pick<AppContext, 'bus'>) {
  const entries = new Map<string, Entry>()
  let cacheBytes = 0

  bus.subscribe('events', (events) => {
    for (const event of events) {
      if (event.stream === 'catalogue') invalidate(event)
      if (event.type === 'customer.profile') removeReviewsBy(event)
    }
  })

  bus.subscribe('epoch-changed', () => {
    for (const key of entries.keys()) remove(key)
  })

  function invalidate(event: StoredEvent) {
    const data = JSON.parse(event.data) as { review?: { item: string }; item?: string }
    const reviewedItem = isAboutReview(event.type) ? (data.review?.item ?? data.item) : undefined
    for (const [key, entry] of entries) {
      const isNext = entry.head === event.seq - 1
      if (
        isNext &&
        entry.page.cursorHead > event.seq - maxEventsBehind &&
        !isInvalidated(entry.content, reviewedItem)
      ) {
        entry.head = event.seq
      } else {
        remove(key)
      }
    }
  }

  /** Names aren't on the catalogue's stream. */
  function removeReviewsBy({ data }: StoredEvent) {
    const { customer } = JSON.parse(data) as { customer: { _id: string } }
    for (const [key, { content }] of entries) if (content.authors.has(customer._id)) remove(key)
  }

  function remove(key: string) {
    cacheBytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    /**
     * The cached page; null if there is none, or if there were events that this process hasn't seen.
     * @param head the catalogue's
     * @param version the storefront's
     */
    get(key: string, head: number, version: number): EncodedPage | null {
      const entry = entries.get(key)
      if (!entry) return null
      if (entry.head !== head || (entry.content.showsStorefront && entry.version !== version)) {
        remove(key)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.page
    },
    /** `page.cursorHead` and `version` must have been read before the page's data. */
    set(key: string, page: EncodedPage, content: PageContent, version: number) {
      remove(key)
      // Compressed with brotli, a page is shorter.
      const bytes = key.length + page.gzip.length * 2
      entries.set(key, { page, content, head: page.cursorHead, version, bytes })
      cacheBytes += bytes
      for (const oldest of entries.keys()) {
        if (cacheBytes <= maxCacheBytes) return
        remove(oldest)
      }
    },
  }
}

const isAboutReview = (type: AppEvent['type']) => type === 'review.changed' || type === 'review.removed'

/** Whether an event changes what a page shows: a review its item alone, anything else every list. */
function isInvalidated({ items, dependsOnRatings, isStatic }: PageContent, reviewedItem: string | undefined) {
  if (isStatic) return false
  return reviewedItem === undefined || dependsOnRatings || items.has(reviewedItem)
}

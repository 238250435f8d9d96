import type { StreamCursor } from '../../shared/stream-cursor.ts'
import type { JsonBody } from './response.ts'

const maxEntries = 500

/**
 * Caches responses that are the same for everyone, each until the head of the catalogue stream or the version of the
 * storefront moves.
 */
export function createResponseCache() {
  const entries = new Map<string, { epoch: string; head: number; version: number; body: JsonBody }>()
  return {
    get(url: string, { epoch, heads }: StreamCursor, version: number) {
      const entry = entries.get(url)
      const isCurrent = entry?.head === heads.catalogue && entry?.epoch === epoch && entry.version === version
      return isCurrent ? entry.body : null
    },
    /** `cursor` and `version` must have been read before the data in `body`. */
    set(url: string, { epoch, heads }: StreamCursor, version: number, body: JsonBody) {
      if (!entries.has(url) && entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
      entries.set(url, { epoch, head: heads.catalogue!, version, body })
    },
  }
}

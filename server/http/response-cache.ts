import type { StreamCursor } from '../../shared/stream-cursor.ts'

const maxEntries = 500

/**
 * Caches responses that are the same for everyone, each until the head of the catalogue stream or the version of the
 * storefront moves.
 */
export function createResponseCache() {
  const entries = new Map<string, { epoch: string; head: number; version: number; bytes: Uint8Array<ArrayBuffer> }>()
  return {
    get(url: string, { epoch, heads }: StreamCursor, version: number) {
      const entry = entries.get(url)
      const isCurrent = entry?.head === heads.catalogue && entry?.epoch === epoch && entry.version === version
      return isCurrent ? entry.bytes : null
    },
    /** `cursor` and `version` must have been read before the data in `text`. */
    set(url: string, { epoch, heads }: StreamCursor, version: number, text: string) {
      if (!entries.has(url) && entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
      entries.set(url, { epoch, head: heads.catalogue!, version, bytes: Buffer.from(text) })
    },
  }
}

import type { StreamCursor } from '../../shared/stream-cursor.ts'

const maxEntries = 500

/** Caches responses that are the same for everyone, each until the head of the catalogue stream moves. */
export function createResponseCache() {
  const entries = new Map<string, { head: number; bytes: Uint8Array<ArrayBuffer> }>()
  return {
    get(url: string, { heads }: StreamCursor) {
      const entry = entries.get(url)
      return entry && entry.head === heads.catalogue ? entry.bytes : null
    },
    /** `cursor` must have been read before the data in `text`. */
    set(url: string, { heads }: StreamCursor, text: string) {
      if (!entries.has(url) && entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
      entries.set(url, { head: heads.catalogue!, bytes: Buffer.from(text) })
    },
  }
}

import sharp from 'sharp'
import { enqueue } from './encode-picture.ts'

type Picture = { name: string; type: string; bytes: Buffer }

/** The size that sites show in link previews. They don't accept SVG. */
const size = { width: 1200, height: 630 }
/** A generated banner takes some 20 kB, a photograph up to 1 MB. */
const maxCacheBytes = 16 * 1024 * 1024

/**
 * Returns a function that renders a picture as PNG for link previews, or returns null for an unknown name. Each picture
 * is rendered once, as long as the cache has room.
 */
export function createSharePictures(read: (name: string) => Promise<Picture | null>) {
  const cache = new Map<string, Buffer>()
  const pending = new Map<string, Promise<Buffer | null>>()
  let cacheBytes = 0
  // At most one waits in the queue of uploads, so that visitors don't fill it.
  let lastRendering: Promise<unknown> = Promise.resolve()

  return async (name: string): Promise<Buffer | null> => {
    const existing = cache.get(name) ?? pending.get(name)
    if (existing) return existing
    const rendering = lastRendering.then(() => render(name)).finally(() => pending.delete(name))
    lastRendering = rendering.catch(() => undefined)
    pending.set(name, rendering)
    return rendering
  }

  async function render(name: string): Promise<Buffer | null> {
    const picture = await read(name)
    if (!picture) return null
    const png = await enqueue<Buffer>(() =>
      picture.type === 'image/svg+xml' ? renderSvg(picture) : renderPicture(picture),
    )
    addToCache(name, png)
    return png
  }

  function addToCache(name: string, png: Buffer) {
    cacheBytes += png.length
    cache.set(name, png)
    for (const [oldest, { length }] of cache) {
      if (cacheBytes <= maxCacheBytes) return
      cache.delete(oldest)
      cacheBytes -= length
    }
  }
}

/** Only the app itself creates SVG pictures. */
async function renderSvg(picture: Picture) {
  // Safe, because the queue runs one at a time: an upload is never read while SVG is allowed.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  try {
    return await renderPicture(picture)
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] })
  }
}

const renderPicture = ({ bytes }: Picture) =>
  sharp(bytes)
    .resize({ ...size, fit: 'cover' })
    .png({ compressionLevel: 9 })
    .toBuffer()

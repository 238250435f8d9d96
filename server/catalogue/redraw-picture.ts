import sharp from 'sharp'
import { Refusal, unacceptable } from '../../shared/refusal.ts'
import type { PictureUse } from '../../shared/staff-catalogue-calls.ts'

// Whatever a file claims to be, only these readers ever see it: none of drawings, documents or raw files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
sharp.cache(false)
sharp.concurrency(1)

/** Larger than any camera's; a file of a few bytes may claim to be far more. */
const mostPixels = 50_000_000
const mostSeconds = 10
/** Pictures that wait while one is drawn; more are asked to come back. */
const mostWaiting = 8

const logo = 256
const banner = { width: 1200, height: 675 }

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * A picture drawn anew as WebP, in the size that it is for: nothing of the file that was sent remains.
 * @throws 422 for what is no PNG, JPEG, WebP or GIF, or too large to be drawn; 503 while too many wait
 */
export const redrawPicture = (sent: Uint8Array, use: PictureUse): Promise<Buffer> => inTurn(() => redraw(sent, use))

/** One picture at a time. @throws 503 while too many wait */
export async function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) {
    throw new Refusal(503, 'busy', 'Too many pictures at once. Please try again in a moment.', { retryAfter: 5 })
  }
  waiting += 1
  const turn = last.then(draw)
  last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}

async function redraw(sent: Uint8Array, use: PictureUse): Promise<Buffer> {
  if (sent.length === 0) throw unreadable()
  const { width, height } = await measure(sent)
  const drawn = open(sent).autoOrient()
  const side = Math.min(logo, Math.max(width, height))
  const sized =
    use === 'logo'
      ? drawn.resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      : drawn.resize({ ...banner, fit: 'inside', withoutEnlargement: true })
  return sized.webp({ quality: 84 }).timeout({ seconds: mostSeconds }).toBuffer().catch(refuseUnreadable)
}

/** Read from the head of the file, before a pixel of it is. */
async function measure(sent: Uint8Array) {
  const { width, height } = await open(sent).metadata().catch(refuseUnreadable)
  if (width * height > mostPixels) throw tooManyPixels()
  return { width, height }
}

/** The first frame of what moves. */
const open = (sent: Uint8Array) => sharp(sent, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })

function refuseUnreadable(error: unknown): never {
  if (/pixel limit/.test(String(error))) throw tooManyPixels()
  throw unreadable()
}

const unreadable = () =>
  unacceptable('not_a_picture', 'This is not a picture we can read. Please send a PNG, JPEG, WebP or GIF.')

const tooManyPixels = () =>
  unacceptable('too_many_pixels', `A picture takes at most ${mostPixels / 1_000_000} million pixels.`)

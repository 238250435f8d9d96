import sharp from 'sharp'
import { ApiError, unprocessable } from '../../shared/api-error.ts'
import type { PictureUse } from '../../shared/catalogue/staff-schema.ts'

// Only these decoders ever read a file, whatever it claims to be: none for SVG, documents or raw files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
sharp.cache(false)
sharp.concurrency(1)

/** More than any camera produces; a file of a few bytes can claim far more. */
const maxPixels = 50_000_000
/** Far above what a picture takes on a busy machine. */
export const pictureTimeoutSeconds = 30
/** Pictures that may wait while one is encoded. */
const maxQueued = 8

const logoSize = 256
const bannerSize = { width: 1200, height: 675 }

let lastInQueue: Promise<unknown> = Promise.resolve()
let queued = 0

/**
 * Encodes an uploaded picture as WebP in the size of its use; nothing else of the uploaded file remains.
 * @throws 422 if it isn't a PNG, JPEG, WebP or GIF, or has too many pixels; 503 if the queue is full, or it took too long
 */
export const encodePicture = (upload: Uint8Array, use: PictureUse): Promise<Buffer> =>
  enqueue(() => encode(upload, use))

/** Runs picture work one at a time. @throws 503 if the queue is full */
export async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (queued >= maxQueued) {
    throw new ApiError(503, 'busy', 'Too many pictures at once. Please try again in a moment.', { retryAfter: 5 })
  }
  queued += 1
  const result = lastInQueue.then(work)
  lastInQueue = result.catch(() => undefined)
  try {
    return await result
  } finally {
    queued -= 1
  }
}

async function encode(upload: Uint8Array, use: PictureUse): Promise<Buffer> {
  const { width, height } = await readSize(upload)
  const picture = openPicture(upload).autoOrient()
  const side = Math.min(logoSize, Math.max(width, height))
  const resized =
    use === 'logo'
      ? picture.resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      : picture.resize({ ...bannerSize, fit: 'inside', withoutEnlargement: true })
  return resized.webp({ quality: 84 }).timeout({ seconds: pictureTimeoutSeconds }).toBuffer().catch(throwUnreadable)
}

/** Reads the size from the file's header, before any pixel is decoded. @throws 422 */
export async function readSize(upload: Uint8Array) {
  if (upload.length === 0) throw unreadable()
  const { width, height } = await openPicture(upload).metadata().catch(throwUnreadable)
  if (width * height > maxPixels) throw tooManyPixels()
  return { width, height }
}

/** Only the first frame of an animation. */
export const openPicture = (upload: Uint8Array) =>
  sharp(upload, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })

/** @throws 422; 503 if the machine was too busy to read it in time */
export function throwUnreadable(error: unknown): never {
  if (/pixel limit/.test(String(error))) throw tooManyPixels()
  if (/timeout: \d+% complete/.test(String(error))) {
    throw new ApiError(503, 'busy', 'This picture took too long to read. Please try again in a moment.', {
      retryAfter: 5,
    })
  }
  throw unreadable()
}

const unreadable = () =>
  unprocessable('not_a_picture', 'We can’t read this picture. Please upload a PNG, JPEG, WebP or GIF.')

const tooManyPixels = () =>
  unprocessable('too_many_pixels', `A picture can have at most ${maxPixels / 1_000_000} million pixels.`)

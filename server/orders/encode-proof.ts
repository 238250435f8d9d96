import type { OutputInfo } from 'sharp'
import { unprocessable } from '../../shared/api-error.ts'
import { enqueue, openPicture, pictureTimeoutSeconds, readSize, throwUnreadable } from '../catalogue/encode-picture.ts'

/** Large enough to read a screenshot of a phone or a photo of a receipt. */
const maxSide = 2000
const maxStoredBytes = 1024 * 1024
/** Tried in turn until the picture is small enough. */
const encodings = [
  { side: maxSide, quality: 82 },
  { side: maxSide, quality: 60 },
  { side: 1400, quality: 50 },
  { side: 1000, quality: 40 },
]

export type EncodedProof = { bytes: Buffer; width: number; height: number }

/**
 * Encodes a picture of a transfer as WebP of at most 1 MB and 2,000 pixels a side. Nothing else of the uploaded file
 * remains, such as where a photo was taken.
 * @throws 422 if it isn't a PNG, JPEG, WebP or GIF, or has too many pixels; 503 if too many pictures are encoded, or it took too long
 */
export async function encodeProof(upload: Uint8Array): Promise<EncodedProof> {
  if (isPdf(upload)) {
    throw unprocessable('not_a_picture', 'We can’t read a PDF. Please send a picture of it, such as a screenshot.')
  }
  return enqueue(async () => {
    await readSize(upload)
    for (const encoding of encodings) {
      const { data, info } = await encode(upload, encoding)
      if (data.length <= maxStoredBytes) return { bytes: data, width: info.width, height: info.height }
    }
    throw unprocessable('picture_too_large', 'This picture has too much detail. Please send a screenshot or crop it.')
  })
}

/** A PDF may begin after some other bytes. */
const isPdf = (upload: Uint8Array) => Buffer.from(upload.subarray(0, 1024)).includes('%PDF-')

const encode = (
  upload: Uint8Array,
  { side, quality }: { side: number; quality: number },
): Promise<{ data: Buffer; info: OutputInfo }> =>
  openPicture(upload)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    // Dark text on a transparent background must be readable in a dark theme.
    .flatten({ background: '#ffffff' })
    .webp({ quality })
    .timeout({ seconds: pictureTimeoutSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(throwUnreadable)

import sharp, { type Sharp } from 'sharp'
import { inTurn } from './redraw-picture.ts'

type Picture = { name: string; type: string; bytes: Buffer }

/** What sites that show links take: no drawings, and this size. */
const size = { width: 1200, height: 630 }
/** A drawn banner comes to some 20 kB, a photograph to 1 MB. */
const mostKept = 16 * 1024 * 1024

/** Returns how to get a picture as a PNG for whoever shares its page. Each is drawn once, as long as there is room. */
export function createSharePictures(read: (name: string) => Promise<Picture | null>) {
  const kept = new Map<string, Buffer>()
  const underway = new Map<string, Promise<Buffer | null>>()
  let bytes = 0
  // One of them at a time stands among the pictures that staff send.
  let last: Promise<unknown> = Promise.resolve()

  return async (name: string): Promise<Buffer | null> => {
    const known = kept.get(name) ?? underway.get(name)
    if (known) return known
    const drawing = last.then(() => drawOnce(name)).finally(() => underway.delete(name))
    last = drawing.catch(() => undefined)
    underway.set(name, drawing)
    return drawing
  }

  async function drawOnce(name: string): Promise<Buffer | null> {
    const picture = await read(name)
    if (!picture) return null
    const drawn = await inTurn<Buffer>(() =>
      picture.type === 'image/svg+xml' ? drawDrawing(picture) : drawPhotograph(picture),
    )
    keep(name, drawn)
    return drawn
  }

  function keep(name: string, drawn: Buffer) {
    bytes += drawn.length
    kept.set(name, drawn)
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostKept) return
      kept.delete(oldest)
      bytes -= length
    }
  }
}

/** A drawing is shown whole, and goes on at its sides as it ends there. Only the store itself makes them. */
async function drawDrawing({ bytes }: Picture) {
  // Nobody else reads anything in this turn: what staff send is never read as a drawing.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  try {
    const { data, info } = await sharp(bytes)
      .resize({ ...size, fit: 'inside' })
      .toBuffer({ resolveWithObject: true })
    const [x, y] = [size.width - info.width, size.height - info.height]
    const [left, top] = [Math.floor(x / 2), Math.floor(y / 2)]
    return await asPng(sharp(data).extend({ left, right: x - left, top, bottom: y - top, extendWith: 'copy' }))
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] })
  }
}

const drawPhotograph = ({ bytes }: Picture) => asPng(sharp(bytes).resize({ ...size, fit: 'cover' }))

const asPng = (picture: Sharp) => picture.png({ compressionLevel: 9 }).toBuffer()

import { blend, tint } from '../palettes.ts'
import { circle, place, rect, times } from '../shapes.ts'
import type { Cover } from '../cover.ts'
import { crop, isMirrored } from '../cover.ts'

/** A cloth-bound book; its spine has a band for each term. */
export const clothbound: Cover = (parts) => {
  const { mark, tones, months, plan } = parts
  const side = isMirrored(parts) ? 1 : -1
  const plate = { ground: tones.second, main: tones.main, second: tones.ground }
  const bands = Math.min(4, 1 + Math.floor(months / 6)) + (plan === 3 ? 1 : 0)
  const book =
    rect(-176, -168, 368, 560, tint(tones, 0.5)) +
    times(4, (index) => rect(171 + index * 5.5, -168, 2, 560, tones.ground)) +
    rect(-190, -180, 356, 580, tones.main) +
    rect(-190, -180, 52, 580, tones.second) +
    times(bands, (index) => rect(-190, -140 + index * 32, 52, 12, tones.main)) +
    rect(-138, -180, 5, 580, tones.ground) +
    circle(18, 0, 128, tones.second) +
    place(mark(plate), 18, 0, 1.9)
  return place(book, 320, 228, 1.2, 6 * side)
}

/** A front page: masthead, columns, and the mark as the picture. */
export const frontPage: Cover = (parts) => {
  const { mark, tones, plan, random } = parts
  const mirrored = isMirrored(parts)
  const pictureX = mirrored ? 40 : 236
  const columnX = mirrored ? 432 : 40
  const text = blend(tones.ground, tones.main, 0.3)
  const picture = { ground: tones.main, main: tones.ground, second: tones.second }
  const lines = times(11, (index) =>
    rect(columnX, 124 + index * 26, index % 4 === 3 ? 70 + random() * 70 : 168, 9, text),
  )
  return (
    rect(40, 36, 560, 10, tones.main) +
    rect(40, 60, [300, 380, 250, 340][plan % 4] ?? 300, 34, tones.second) +
    rect(40, 106, 560, 3, tones.main) +
    lines +
    crop(
      rect(pictureX, 124, 364, 276, tones.main) +
        place(mark(picture), pictureX + 182, 272, [2.7, 3.4, 3, 3.2][plan % 4]),
      pictureX,
      124,
      364,
      276,
    )
  )
}

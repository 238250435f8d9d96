import { blend, tint } from '../palettes.ts'
import { circle, place, rect, ring, times } from '../shapes.ts'
import type { Cover } from '../cover.ts'
import { crop, isMirrored } from '../cover.ts'

/** A frame of film; a perforation is lit for each month. */
export const filmFrame: Cover = (parts) => {
  const { mark, tones, months, plan, brand } = parts
  const strip = tint(tones, 0.16)
  const holes = (y: number, lit: number) =>
    times(12, (index) => rect(13.7 + index * 53.3, y, 26, 22, index < lit ? tones.second : tones.ground, 6))
  const step = (plan + brand) % 3
  const size = [3.9, 4.9, 4.4][step] ?? 4.4
  const x = [320, 410, 230][step] ?? 320
  return (
    place(mark(tones), x, 68 + size * 48, size) +
    rect(0, 0, 640, 46, strip) +
    rect(0, 354, 640, 46, strip) +
    holes(12, months) +
    holes(366, months - 12)
  )
}

/** A record half out of its sleeve. */
export const recordSleeve: Cover = (parts) => {
  const { mark, tones, plan, random } = parts
  const mirrored = isMirrored(parts)
  const sleeveX = mirrored ? 250 : 0
  const discX = mirrored ? 236 : 404
  const sleeve = { ground: tones.second, main: tones.main, second: tones.ground }
  const grooves = 3 + Math.floor(random() * 3)
  return (
    circle(discX, 200, 186, tones.main) +
    times(grooves, (index) =>
      ring(discX, 200, 170 - index * (90 / grooves), 2.5, blend(tones.main, tones.ground, 0.45)),
    ) +
    circle(discX, 200, 64, tones.second) +
    circle(discX, 200, 11, tones.ground) +
    crop(
      rect(sleeveX, 0, 390, 400, tones.second) +
        place(mark(sleeve), sleeveX + 195, 200, [3.1, 4.4, 3.6, 4][plan % 4], [0, -12, 12, 8][plan % 4]),
      sleeveX,
      0,
      390,
      400,
    )
  )
}

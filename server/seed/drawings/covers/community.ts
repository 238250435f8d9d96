import { blend, tint } from '../palettes.ts'
import { circle, place, polar, polygon, times } from '../shapes.ts'
import type { Cover } from '../cover.ts'
import { isMirrored } from '../cover.ts'

/** A ticket; its stub has a pip for each month. */
export const ticket: Cover = (parts) => {
  const { mark, tones, months } = parts
  const side = isMirrored(parts) ? -1 : 1
  const face = { ground: tones.main, main: tones.ground, second: tones.second }
  const unlit = blend(tones.main, tones.ground, 0.2)
  const rows = months > 12 ? 6 : 4
  const pips = times(rows * 3, (index) => {
    const x = 182 + (index % 3) * 34
    const y = (Math.floor(index / 3) - (rows - 1) / 2) * 34
    return circle(x, y, 10, index < Math.ceil((months * rows * 3) / (months > 12 ? 24 : 12)) ? tones.second : unlit)
  })
  const paper =
    `<path d="M-280-150H128a22 22 0 0 0 44 0H280V150H172a22 22 0 0 0-44 0H-280Z" fill="${tones.main}"/>` +
    times(8, (index) => circle(150, -105 + index * 30, 4, tones.ground)) +
    place(mark(face), -76, 0, 2.5) +
    pips
  return place(paper, 320, 200, 1.06, 6 * side)
}

/** Rays from behind a rising disc, as on a box of matches. */
export const sunburst: Cover = (parts) => {
  const { mark, tones, plan } = parts
  const x = [320, 236, 404, 320][(plan + parts.brand) % 4] ?? 320
  const y = 290
  const count = [20, 26, 16, 30][plan % 4] ?? 20
  const rays = times(count, (index) => {
    const step = 360 / count
    const [ax, ay] = polar(760, index * step)
    const [bx, by] = polar(760, index * step + step / 2)
    return polygon([x, y, x + ax, y + ay, x + bx, y + by], tint(tones, 0.2))
  })
  const disc = { ground: tones.second, main: tones.main, second: tones.ground }
  return rays + circle(x, y, 246, tones.main) + circle(x, y, 232, tones.second) + place(mark(disc), x, y - 54, 3)
}

/** Circles that widen from one point, like a breath let go. */
export const breath: Cover = (parts) => {
  const { mark, tones, plan } = parts
  const x = [320, 250, 390, 320][(plan + parts.brand) % 4] ?? 320
  const hanging = isMirrored(parts)
  const rings = 3 + (plan % 2)
  const at = (r: number) => (hanging ? -26 + r : 426 - r)
  const heart = { ground: tones.main, main: tones.ground, second: tones.second }
  return (
    times(rings, (index) => {
      const r = 370 - (index * 150) / rings
      return circle(x, at(r), r, tint(tones, 0.12 + (index / rings) * 0.34))
    }) +
    circle(x, at(203), 203, tones.second) +
    circle(x, at(188), 188, tones.main) +
    place(mark(heart), x, at(188) + (hanging ? 8 : -8), 2.5)
  )
}

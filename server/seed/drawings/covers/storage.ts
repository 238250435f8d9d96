import { blend, tint } from '../palettes.ts'
import { arch, place, polygon, rect, shape, times } from '../shapes.ts'
import type { Cover } from '../cover.ts'
import { isMirrored } from '../cover.ts'

/** A passage of arches, with the mark at its end. */
export const passage: Cover = ({ mark, tones, plan, brand }) => {
  const x = [320, 250, 390, 320][(plan + brand) % 4] ?? 320
  const depth = 3 + (plan % 2)
  const room = { ground: tones.main, main: tones.ground, second: tones.second }
  return (
    times(depth, (index) => {
      const part = index / depth
      return arch(x, 400, 660 - part * 300, 480 - part * 120, tint(tones, 0.12 + part * 0.34))
    }) +
    arch(x, 400, 350, 348, tones.second) +
    arch(x, 400, 310, 326, tones.main) +
    place(mark(room), x, 262, 2.25)
  )
}

/** What is kept, rising behind the layers it rests on. */
export const strata: Cover = (parts) => {
  const { mark, tones, plan } = parts
  const layers = 3 + (plan % 3)
  const thick = 118 / layers
  const x = [320, 232, 408, 320][(plan + parts.brand) % 4] ?? 320
  const inks = plan % 2 ? [tones.main, tones.ground, tones.second] : [tones.second, tones.ground, tones.main]
  return (
    place(mark(tones), x, 176, 3.7) +
    times(layers, (index) => {
      const ink = inks[index % 3] ?? tones.main
      return rect(0, 400 - (layers - index) * thick, 640, thick + 1, ink)
    })
  )
}

/** One mark on two grounds, its colours changing places where they meet. */
export const counterchange: Cover = ({ mark, tones, plan, brand }) => {
  const { x, over } = divisions[(plan + brand) % divisions.length] ?? { x: 320, over: 'M320 0h320v400H320Z' }
  const other = { ground: tones.main, main: tones.ground, second: tones.second }
  // A mask and not a clip: a clip lets a hairline show in what has the same colour on both sides.
  return (
    place(mark(tones), x, 200, 4.3) +
    `<mask id="m">${shape(over, '#fff')}</mask>` +
    `<g mask="url(#m)">${rect(0, 0, 640, 400, tones.main)}${place(mark(other), x, 200, 4.3)}</g>`
  )
}

const divisions = [
  { x: 320, over: 'M320 0h320v400H320Z' },
  { x: 320, over: 'M0 200h640v200H0Z' },
  { x: 320, over: 'M320 0h320v200H320ZM0 200h320v200H0Z' },
  { x: 232, over: 'M0 0h232v400H0Z' },
]

/** A shop front: the mark in the window, under the awning. */
export const awning: Cover = (parts) => {
  const { mark, tones, plan } = parts
  const stripes = [8, 10, 6, 12][plan % 4] ?? 8
  const w = 640 / stripes
  const drop = 84 + (plan % 2) * 18
  return (
    place(mark(tones), isMirrored(parts) ? 350 : 290, 282, 3.1) +
    times(stripes, (index) => {
      const ink = index % 2 ? tones.second : tones.main
      const [left, right] = [index * w, (index + 1) * w]
      return `<path d="M${left.toFixed(1)} 0H${right.toFixed(1)}V${drop}a${(w / 2).toFixed(1)} ${(w / 2).toFixed(1)} 0 0 1-${w.toFixed(1)} 0Z" fill="${ink}"/>`
    }) +
    polygon([0, 0, 640, 0, 640, 16, 0, 16], blend(tones.main, tones.ground, 0.25))
  )
}

import { around, circle, halfDisc, polygon, rect, shape, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** A drop of ink with a hollow in it. */
export const inkhollow: Mark = (t) =>
  shape('M0-47C14-24 36-6 36 14A36 33 0 0 1-36 14C-36-6-14-24 0-47Z', t.main) +
  circle(0, 13, 20, t.ground) +
  halfDisc(0, 13, 13, t.second, 180)

/** Brickwork with one brick that is not like the others. */
export const gridmason: Mark = (t) =>
  times(4, (row) =>
    (row % 2
      ? [
          [-46, 18],
          [-24, 44],
          [24, 22],
        ]
      : [
          [-46, 42],
          [0, 46],
        ]
    )
      .map(([x = 0, width = 0]) => rect(x, -45 + row * 23, width, 19, row === 1 && x === -24 ? t.second : t.main))
      .join(''),
  )

/** A letter T under way on its hull. */
export const typeferry: Mark = (t) =>
  rect(-34, -46, 68, 14, t.main) +
  rect(-8, -46, 16, 58, t.main) +
  halfDisc(0, 14, 44, t.second, 180) +
  polygon([12, -26, 34, 6, 12, 6], t.main)

/** Six blades of an aperture around a pearl. */
export const pearlgrain: Mark = (t) =>
  around(6, (index) => polygon([0, -46, 38, -24, 4, -14], index % 2 ? t.main : t.second)) + circle(0, 0, 11, t.main)

/** A play mark cut once, the halves slid apart. */
export const cutterby: Mark = (t) =>
  polygon([-36, -46, -36, 14, 28, -22], t.main) + polygon([-26, 46, -26, 22, 38, -14, 44, 4], t.second)

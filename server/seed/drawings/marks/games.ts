import { circle, polygon, rect, stroke } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

const anchor = ['...#...', '..#.#..', '...#...', '.#####.', '#..#..#', '##.#.##', '.#####.']

/** An anchor of whole pixels. */
export const pixelquay: Mark = (t) =>
  anchor
    .flatMap((row, y) =>
      [...row].map((cell, x) =>
        cell === '#' ? rect(-45.5 + x * 13, -45.5 + y * 13, 11.6, 11.6, y < 3 ? t.second : t.main) : '',
      ),
    )
    .join('')

/** A die on its corner. */
export const dicehollow: Mark = (t) =>
  `<g transform="rotate(45)">${rect(-33, -33, 66, 66, t.main, 10)}${circle(-15, -15, 8, t.ground)}${circle(15, -15, 8, t.ground)}${circle(-15, 15, 8, t.ground)}${circle(15, 15, 8, t.ground)}</g>` +
  circle(0, 0, 9, t.second)

/** A rook that guards a harbour. */
export const rookwharf: Mark = (t) =>
  polygon(
    [
      -32, -46, -18, -46, -18, -36, -8, -36, -8, -46, 8, -46, 8, -36, 18, -36, 18, -46, 32, -46, 32, -20, 22, -12, 24,
      20, -24, 20, -22, -12, -32, -20,
    ],
    t.main,
  ) +
  stroke('M-46 30q11.5-11 23 0t23 0t23 0t23 0', 7, t.second) +
  stroke('M-46 43q11.5-11 23 0t23 0t23 0t23 0', 7, t.second) +
  rect(-5, -12, 10, 18, t.ground, 5)

/** A cut stone that still glows. */
export const emberlode: Mark = (t) =>
  polygon([-26, -36, 0, -36, -15, -10, -44, -10], t.main) +
  polygon([4, -36, 26, -36, 44, -10, 19, -10], t.main) +
  polygon([2, -32, 14, -10, -10, -10], t.second) +
  polygon([-43, -5, -15, -5, -3, 40], t.main) +
  polygon([43, -5, 16, -5, 3, 40], t.main) +
  polygon([-11, -5, 12, -5, 0.5, 42], t.second)

/** Hatching at full lean, like an overtaking car. */
export const speedhatch: Mark = (t) =>
  polygon([-46, 36, -24, -36, -14, -36, -36, 36], t.main) +
  polygon([-28, 36, -6, -36, 10, -36, -12, 36], t.main) +
  polygon([-3, 36, 19, -36, 46, -36, 24, 36], t.second)

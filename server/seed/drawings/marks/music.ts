import { circle, polygon, rect, stroke, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** Open rings, each turned from the last, like a horn seen from the front. */
export const hollowtone: Mark = (t) =>
  stroke('M40 0A40 40 0 1 1 0-40', 11, t.main) +
  stroke('M0-23A23 23 0 1 1-23 0', 11, t.second) +
  circle(0, 0, 9, t.main) +
  rect(6, -46, 11, 40, t.main)

/** A flock of starlings: dots that swell and thin. */
export const murmurade: Mark = (t) => {
  const bird = (x: number, y: number, fill: string) =>
    `<path transform="translate(${x} ${y})" d="M-19-9C-9-13-2-8 0 0 2-8 9-13 19-9 10-4 5 3 0 13-5 3-10-4-19-9Z" fill="${fill}"/>`
  return (
    bird(-24, -33, t.main) +
    bird(24, -33, t.main) +
    bird(0, -14, t.second) +
    bird(-27, 5, t.main) +
    bird(27, 5, t.main) +
    bird(0, 32, t.main)
  )
}

/** A barn whose doors are an open book. */
export const talebarn: Mark = (t) =>
  polygon([-42, 44, -42, -8, -26, -32, 0, -46, 26, -32, 42, -8, 42, 44], t.main) +
  polygon([-3, 44, -3, 4, -28, -6, -28, 34], t.second) +
  polygon([3, 44, 3, 4, 28, -6, 28, 34], t.second) +
  circle(0, -20, 6, t.ground)

/** Five lines and one note that fills them. */
export const stavewell: Mark = (t) =>
  times(5, (index) => rect(-46, -36 + index * 16, 92, 6, t.main)) +
  circle(-10, 15, 22, t.ground) +
  circle(-10, 15, 17, t.second) +
  rect(1, -46, 7, 61, t.second) +
  polygon([8, -46, 28, -34, 28, -20, 8, -32], t.second)

/** Two square loops cut from one block, each through the other. */
export const loopquarry: Mark = (t) =>
  stroke('M-38-38H12V12H-38Z', 14, t.main) + stroke('M-12-12H38V38H-12Z', 14, t.second) + rect(5, -30, 14, 36, t.main)

import { arch, circle, halfDisc, polygon, rect, shape, stroke, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** Two larder shelves with their jars. */
export const larderbox: Mark = (t) =>
  rect(-44, -44, 88, 88, t.main, 8) +
  rect(-34, -34, 68, 30, t.ground) +
  rect(-34, 6, 68, 30, t.ground) +
  rect(-28, -24, 16, 20, t.second) +
  circle(2, -14, 10, t.main) +
  rect(18, -30, 10, 26, t.main) +
  halfDisc(-16, 36, 14, t.main) +
  rect(8, 14, 18, 22, t.second)

/** Cellar vaults, one upon two. */
export const coldcellar: Mark = (t) =>
  arch(-24, 44, 42, 46, t.main) +
  arch(24, 44, 42, 46, t.main) +
  arch(0, -6, 42, 40, t.second) +
  arch(-24, 44, 18, 28, t.ground) +
  arch(24, 44, 18, 28, t.ground) +
  arch(0, -6, 18, 22, t.ground)

/** A parcel seen from its corner, tied once. */
export const parcelry: Mark = (t) =>
  polygon([0, -46, 40, -23, 0, 0, -40, -23], t.second) +
  polygon([-40, -18, -2.5, 3.5, -2.5, 47, -40, 25], t.main) +
  polygon([40, -18, 2.5, 3.5, 2.5, 47, 40, 25], t.main) +
  polygon([-25, -31.5, 15, -8.5, 25, -14.5, -15, -37.5], t.ground) +
  polygon([15, 18, 15, -4, 25, -9.5, 25, 12, 20, 9], t.second)

/** A photograph in an album: two peaks, one sun, four corners. */
export const albumoor: Mark = (t) =>
  rect(-44, -40, 88, 80, t.main) +
  rect(-35, -31, 70, 62, t.ground) +
  circle(14, -12, 11, t.second) +
  polygon([-35, 31, -12, -8, 11, 31], t.main) +
  polygon([2, 31, 19, 6, 35, 31], t.second) +
  polygon([-48, -44, -28, -44, -48, -24], t.second) +
  polygon([48, 44, 28, 44, 48, 24], t.second)

/** Hay in three layers, thatched. */
export const stackhay: Mark = (t) =>
  times(3, (index) => {
    const y = 30 - index * 22
    return (
      polygon([0, y - 22, 45, y - 5, 0, y + 14, -45, y - 5], t.ground) +
      polygon([0, y - 19, 42, y - 3, 0, y + 14, -42, y - 3], index === 1 ? t.second : t.main)
    )
  }) +
  stroke('M0-33V-46', 6, t.main) +
  shape('M0-46l14 5-14 6Z', t.second)

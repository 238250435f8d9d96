import { circle, halfDisc, polygon, rect, stroke, times } from '../shapes.ts'
import type { Mark } from '../shapes.ts'

/** Three roofs, each a step ahead. */
export const briskhouse: Mark = (t) =>
  polygon([-45, -6, 0, -46, 45, -6, 45, 12, 0, -28, -45, 12], t.main) +
  polygon([-45, 18, 0, -22, 45, 18, 45, 27, 0, -13, -45, 27], t.second) +
  polygon([-30, 45, -30, 20, 0, -6, 30, 20, 30, 45, 10, 45, 10, 26, -10, 26, -10, 45], t.main)

/** A trunk and the berths its roots make. */
export const rootberth: Mark = (t) =>
  rect(-5, -46, 10, 92, t.main) +
  stroke('M-12-18A30 30 0 0 0-42 12V46M12-18A30 30 0 0 1 42 12V46', 9, t.main) +
  stroke('M-12 6A12 12 0 0 0-23 18V46M12 6A12 12 0 0 1 23 18V46', 9, t.second) +
  circle(0, -36, 11, t.second)

/** A plume of quick strokes. */
export const nameplume: Mark = (t) =>
  times(5, (index) => {
    const y = -26 + index * 16
    const w = [20, 30, 34, 30, 20][index] ?? 0
    const fill = index === 1 ? t.second : t.main
    return (
      polygon([-w, y - w * 0.5, -2.5, y + 4, -2.5, y + 13, -w, y - w * 0.5 + 9], fill) +
      polygon([w, y - w * 0.5, 2.5, y + 4, 2.5, y + 13, w, y - w * 0.5 + 9], fill)
    )
  }) + polygon([0, -47, 6, -34, 0, -24, -6, -34], t.main)

/** A shop's awning over its counter. */
export const stallfront: Mark = (t) =>
  times(4, (index) => {
    const x = -46 + index * 23
    const fill = index % 2 ? t.second : t.main
    return rect(x, -44, 23, 32, fill) + halfDisc(x + 11.5, -12.5, 11.5, fill, 180)
  }) +
  rect(-40, 10, 8, 36, t.main) +
  rect(32, 10, 8, 36, t.main) +
  rect(-40, 24, 80, 22, t.main) +
  circle(0, 35, 5, t.ground)

/** A heron that stands and watches. */
export const watchheron: Mark = (t) =>
  stroke('M-8 46V26C-8 4 20 6 20-12A18 18 0 0 0-16-12', 13, t.main, 'butt') +
  polygon([-20, -30, -47, -8, -9, -12], t.second) +
  circle(2, -18, 19, t.main) +
  circle(0, -20, 5, t.ground) +
  halfDisc(16, 46, 22, t.second)

import { blend, tint } from '../palettes.ts'
import type { Inks } from '../palettes.ts'
import { circle, halfDisc, place, polygon, quarter, rect, times } from '../shapes.ts'
import type { Cover } from '../cover.ts'
import { crop, isMirrored } from '../cover.ts'

/** The mark beside a specimen of shapes in its inks. */
export const specimen: Cover = (parts) => {
  const { mark, tones, random } = parts
  const mirrored = isMirrored(parts)
  const left = mirrored ? 12 : 400
  const cells = times(15, (index) => cell(left + (index % 3) * 77, 12 + Math.floor(index / 3) * 77, tones, random))
  return place(mark(tones), mirrored ? 442 : 198, 200, 3.4) + cells
}

function cell(x: number, y: number, tones: Inks, random: () => number): string {
  const ink = [tones.main, tones.second, tones.main, tint(tones, 0.34)][Math.floor(random() * 4)] ?? tones.main
  const turn = ([0, 90, 180, 270] as const)[Math.floor(random() * 4)] ?? 0
  const pick = Math.floor(random() * 7)
  if (pick === 0) return circle(x + 34, y + 34, 34, ink)
  if (pick === 1) return halfDisc(x + 34, y + 34, 34, ink, turn)
  if (pick === 2) return polygon([x, y + 68, x + 68, y, x + 68, y + 68], ink)
  if (pick === 3) return rect(x, y, 68, 68, ink) + circle(x + 34, y + 34, 16, tones.ground)
  if (pick === 4) return rect(x, y, 68, 68, ink)
  const corner = { 0: [0, 68], 90: [0, 0], 180: [68, 0], 270: [68, 68] }[turn] as [number, number]
  return quarter(x + corner[0], y + corner[1], 68, ink, turn)
}

/** Two sheets on a desk, the mark as letterhead. */
export const letterhead: Cover = (parts) => {
  const { mark, tones, plan, random } = parts
  const mirrored = isMirrored(parts)
  const sheet = { ground: tones.main, main: tones.ground, second: tones.second }
  const line = blend(tones.main, tones.ground, 0.28)
  const lines = times(4, (index) => rect(-186, 96 + index * 34, 150 + Math.round(random() * 12) * 18, 12, line, 6))
  const page = crop(
    rect(-230, -170, 460, 560, tones.main) +
      place(mark(sheet), mirrored ? 90 : -66, -36, [2.3, 2.9, 2.6, 2.4][plan % 4]) +
      lines,
    -230,
    -170,
    460,
    560,
  )
  return (
    place(rect(-230, -170, 460, 560, tones.second), mirrored ? 290 : 350, 210, 1, mirrored ? -11 : 11) +
    place(page, mirrored ? 345 : 295, 218, 1, mirrored ? 4 : -4)
  )
}

/** A wallpaper of the mark and a medallion with it. */
export const wallpaper: Cover = (parts) => {
  const { mark, tones, plan } = parts
  const faint = tint(tones, 0.22)
  const tile = mark({ ground: tones.ground, main: faint, second: tint(tones, 0.4) })
  const x = [430, 210, 320, 210][plan % 4] ?? 320
  const medal = { ground: tones.second, main: tones.main, second: tones.ground }
  const spots = times(15, (index) => {
    const column = index % 5
    const row = Math.floor(index / 5)
    return `<use href="#m" x="${column * 160}" y="${row * 160 + (column % 2) * 80 - 40}"/>`
  })
  return (
    `<defs><g id="m">${place(tile, 0, 0, 1.02)}</g></defs>${spots}` +
    circle(x, 200, 172, tones.ground) +
    circle(x, 200, 160, tones.second) +
    place(mark(medal), x, 200, 2.3)
  )
}

/** A split pane: lines of code, and what they make. */
export const splitPane: Cover = (parts) => {
  const { mark, tones, plan, random } = parts
  const mirrored = isMirrored(parts)
  const paneWidth = [390, 360, 420, 390][plan % 4] ?? 390
  const paneX = mirrored ? 0 : 640 - paneWidth
  const codeX = mirrored ? paneWidth + 36 : 36
  const pane = { ground: tones.main, main: tones.ground, second: tones.second }
  let indent = 0
  const lines = times(9, (index) => {
    indent = Math.max(0, Math.min(2, indent + Math.floor(random() * 3) - 1))
    const length = 50 + Math.round(random() * 6) * 14
    const ink = index === 2 + plan ? tones.second : blend(tones.ground, tones.main, index % 3 === 1 ? 0.5 : 0.26)
    return rect(codeX + indent * 26, 36 + index * 38, Math.min(length, 184 - indent * 26), 14, ink, 7)
  })
  return (
    lines +
    crop(
      rect(paneX, 0, paneWidth, 400, tones.main) + place(mark(pane), paneX + paneWidth / 2, 200, 3.3),
      paneX,
      0,
      paneWidth,
      400,
    )
  )
}

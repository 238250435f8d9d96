import type { Brand } from './brand.ts'
import { dress, palettes } from './palettes.ts'
import { place, rect } from './shapes.ts'

/** The brand's mark on a square ground; each plan has the colours in other places. SVG, 96 × 96. */
export function drawLogo(brand: Brand, plan: number): string {
  const tones = dress(palettes[brand.palette], plan)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">' +
    rect(0, 0, 96, 96, tones.ground) +
    place(brand.mark(tones), 48, 48, 0.68) +
    '</svg>'
  )
}

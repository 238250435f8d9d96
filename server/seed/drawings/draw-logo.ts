import type { Brand } from '../content.ts'
import { marks } from './marks/index.ts'
import { palettes, tonesFor } from './palettes.ts'
import { place, rect } from './shapes.ts'

/** Draws the brand's mark on a square; each plan assigns the colours differently. SVG, 96 × 96. */
export function drawLogo(brand: Brand, plan: number): string {
  const tones = tonesFor(palettes[brand.palette], plan)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">' +
    rect(0, 0, 96, 96, tones.ground) +
    place(marks[brand.mark]!(tones), 48, 48, 0.68) +
    '</svg>'
  )
}

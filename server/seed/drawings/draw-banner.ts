import type { Brand } from '../content.ts'
import { covers } from './covers/index.ts'
import { height, width } from './cover.ts'
import { marks } from './marks/index.ts'
import { palettes, tonesFor } from './palettes.ts'
import { randomFrom } from '../random.ts'
import { rect } from './shapes.ts'

type BannerInput = { brand: Brand; brandIndex: number; planIndex: number; months: number; slug: string }

/** Draws an item's banner in its brand's colours, with the composition of its category. SVG, 640 × 400. */
export function drawBanner(cover: string, { brand, brandIndex, planIndex, months, slug }: BannerInput): string {
  const tones = tonesFor(palettes[brand.palette], planIndex)
  const random = randomFrom(`banner ${slug}`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    rect(0, 0, width, height, tones.ground) +
    covers[cover]!({ mark: marks[brand.mark]!, tones, months, plan: planIndex, brand: brandIndex, random }) +
    '</svg>'
  )
}

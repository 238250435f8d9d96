import type { Brand } from './brand.ts'
import { height, width } from './covers/cover.ts'
import type { Cover } from './covers/cover.ts'
import { dress, palettes } from './palettes.ts'
import { randomFrom } from './random.ts'
import { rect } from './shapes.ts'

export type BannerOf = { brand: Brand; brandIndex: number; planIndex: number; months: number; slug: string }

/** A product cover in the item's own colours, composed the way its category is. SVG, 640 × 400. */
export function drawBanner(cover: Cover, { brand, brandIndex, planIndex, months, slug }: BannerOf): string {
  const tones = dress(palettes[brand.palette], planIndex)
  const random = randomFrom(`banner ${slug}`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    rect(0, 0, width, height, tones.ground) +
    cover({ mark: brand.mark, tones, months, plan: planIndex, brand: brandIndex, random }) +
    '</svg>'
  )
}

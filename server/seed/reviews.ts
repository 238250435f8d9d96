import type { SeedReview } from './catalogue.ts'
import { type Access, reviewers, reviewLines } from './content.ts'
import { randomFrom, shuffle } from './random.ts'

const { lukewarm } = reviewLines

/** What a review depends on. */
export type ReviewedItem = {
  slug: string
  category: string
  brand: string
  access: Access
  months: number
  addedDaysAgo: number
}

/** Returns the least used line of the first pool that has one this item's reviews haven't used. */
type Say = (...pools: readonly (readonly string[])[]) => string[]

type Stars = SeedReview['stars']

/** Writes each item's reviews: none, few or many. Order and texts depend on the slugs only. */
export function writeReviews(items: readonly ReviewedItem[]): SeedReview[] {
  const used = new Map<string, number>()
  const reviews: SeedReview[] = []
  for (const item of items) reviews.push(...reviewItem(item, used, reviews.length))
  return reviews
}

/** Every third reviewer has bought the item. @param before the number of reviews of earlier items */
function reviewItem(item: ReviewedItem, used: Map<string, number>, before: number): SeedReview[] {
  const random = randomFrom(`reviews ${item.slug}`)
  const usedHere = new Set<string>()
  const people = shuffle([...reviewers.keys()], random)
  const charm = random() * 2 - 1

  return Array.from({ length: countReviews(item, random) }, (_, i) => {
    const bought = (before + i) % 3 === 0
    const stars = rate(charm, random)
    const text = write(item, { stars, bought }, random, speaker(usedHere, used, random)).join(' ')
    const reviewer = takeReviewer(people, text)
    return { item: item.slug, reviewer, stars, text, bought, daysAgo: pickDaysAgo(item, random) }
  })
}

function countReviews({ addedDaysAgo }: ReviewedItem, random: () => number): number {
  const many = random() < 0.13 ? 0 : 1 + Math.floor(12 * random() ** 1.7)
  const time = addedDaysAgo < 7 ? 0 : addedDaysAgo < 45 ? 3 : 12
  return Math.min(many, time)
}

function rate(charm: number, random: () => number): Stars {
  const weights: [Stars, number][] = [
    [5, 0.54 * (1 + 0.4 * charm)],
    [4, 0.3],
    [3, 0.1 * (1 - 0.7 * charm)],
    [2, 0.04 * (1 - 0.8 * charm)],
    [1, 0.02 * (1 - 0.8 * charm)],
  ]
  let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [stars, weight] of weights) {
    left -= weight
    if (left < 0) return stars
  }
  return 4
}

type Opinion = Pick<SeedReview, 'stars' | 'bought'>

/** Only buyers write about their order. */
function write(item: ReviewedItem, { stars, bought }: Opinion, random: () => number, say: Say): string[] {
  const ofBrand = reviewLines.brands[item.brand] ?? { liked: [], missed: [] }
  const ofCategory = reviewLines.categories[item.category] ?? { liked: [], missed: [] }
  const [first, second] = random() < 0.55 ? [ofBrand.liked, ofCategory.liked] : [ofCategory.liked, ofBrand.liked]
  const arrivals = bought ? reviewLines.arrivals[item.access] : []
  const linesOf = (kind: 'amends' | 'disappointed' | 'farewells') =>
    bought ? [...reviewLines[kind], ...reviewLines.buyers[kind]] : reviewLines[kind]
  const [amends, disappointed, farewells] = [linesOf('amends'), linesOf('disappointed'), linesOf('farewells')]
  const liked = () => say(first, second, arrivals, farewells)
  const missed = () =>
    say(...(random() < 0.5 ? [ofBrand.missed, ofCategory.missed] : [ofCategory.missed, ofBrand.missed]))
  const delivered = () => say(arrivals, first, second)
  const farewell = () => say(item.months < 12 ? farewells : farewells.filter((line) => !line.includes('longer plan')))
  const mood = random()

  if (stars === 1) return [...say(disappointed), ...missed()]
  if (stars === 2) return [...say(disappointed), ...missed(), ...(mood < 0.5 ? say(amends) : [])]
  if (stars === 3) return mood < 0.5 ? [...say(lukewarm), ...missed()] : [...liked(), ...missed(), ...say(lukewarm)]
  if (stars === 4) {
    if (mood < 0.45) return [...liked(), ...missed()]
    return mood < 0.75 ? [...delivered(), ...liked()] : [...liked(), ...farewell()]
  }
  if (mood < 0.22) return liked()
  if (mood < 0.45) return [...liked(), ...farewell()]
  if (mood < 0.65) return [...liked(), ...delivered()]
  if (mood < 0.82) return [...delivered(), ...liked(), ...farewell()]
  return [...liked(), ...liked()]
}

function speaker(usedHere: Set<string>, used: Map<string, number>, random: () => number): Say {
  return (...pools) => {
    for (const pool of pools) {
      const fresh = shuffle(
        pool.filter((line) => !usedHere.has(line)),
        random,
      ).toSorted((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0))
      const [line] = fresh
      if (line === undefined) continue
      usedHere.add(line)
      used.set(line, (used.get(line) ?? 0) + 1)
      return [line]
    }
    return []
  }
}

/** Picks a reviewer who hasn't reviewed this item; a South Asian one if the text mentions the region. */
function takeReviewer(people: number[], text: string): number {
  const isLocal = /Sinhala|Tamil|Malayalam|Colombo|Parippu|rupees|combined maths|April/.test(text)
  const at = people.findIndex((index) => !isLocal || index < southAsianCount)
  const [person = 0] = people.splice(Math.max(at, 0), 1)
  return person
}

const southAsianCount = 38

function pickDaysAgo({ addedDaysAgo }: ReviewedItem, random: () => number): number {
  return Math.floor(random() ** 1.4 * Math.max(1, addedDaysAgo - 2))
}

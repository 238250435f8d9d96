import type { Access } from './brand.ts'
import type { SeedReview } from './catalogue.ts'
import { reviewers } from './people.ts'
import { randomFrom, shuffle } from './random.ts'
import { amends, arrivals, disappointed, farewells, lukewarm } from './voices/of-anyone.ts'
import { voicesOfBrands } from './voices/of-brands.ts'
import { voicesOfCategories } from './voices/of-categories.ts'

/** What a review needs to know of its item. */
export type Reviewed = {
  slug: string
  category: string
  brand: string
  access: Access
  months: number
  addedDaysAgo: number
}

/** Takes the first of the lines that the item hasn't heard yet, and of those the one used least so far. */
type Say = (...pools: readonly (readonly string[])[]) => string[]

type Stars = SeedReview['stars']

/** Reviews for every item, none, few or many, in an order and with texts that depend on the slugs alone. */
export function writeReviews(items: readonly Reviewed[]): SeedReview[] {
  const used = new Map<string, number>()
  return items.flatMap((item) => reviewItem(item, used))
}

function reviewItem(item: Reviewed, used: Map<string, number>): SeedReview[] {
  const random = randomFrom(`reviews ${item.slug}`)
  const heard = new Set<string>()
  const people = shuffle([...reviewers.keys()], random)
  const charm = random() * 2 - 1

  return Array.from({ length: countReviews(item, random) }, () => {
    const stars = rate(charm, random)
    const text = write(item, stars, random, speaker(heard, used, random)).join(' ')
    return { item: item.slug, reviewer: takePerson(people, text), stars, text, daysAgo: when(item, random) }
  })
}

function countReviews({ addedDaysAgo }: Reviewed, random: () => number): number {
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

function write(item: Reviewed, stars: Stars, random: () => number, say: Say): string[] {
  const ofBrand = voicesOfBrands[item.brand] ?? { liked: [], missed: [] }
  const ofKind = voicesOfCategories[item.category] ?? { liked: [], missed: [] }
  const [first, second] = random() < 0.55 ? [ofBrand.liked, ofKind.liked] : [ofKind.liked, ofBrand.liked]
  const liked = () => say(first, second, arrivals[item.access], farewells)
  const missed = () => say(...(random() < 0.5 ? [ofBrand.missed, ofKind.missed] : [ofKind.missed, ofBrand.missed]))
  const arrived = () => say(arrivals[item.access])
  const bye = () => say(item.months < 12 ? farewells : farewells.filter((line) => !line.includes('longer plan')))
  const mood = random()

  if (stars === 1) return [...say(disappointed), ...missed()]
  if (stars === 2) return [...say(disappointed), ...missed(), ...(mood < 0.5 ? say(amends) : [])]
  if (stars === 3) return mood < 0.5 ? [...say(lukewarm), ...missed()] : [...liked(), ...missed(), ...say(lukewarm)]
  if (stars === 4) {
    if (mood < 0.45) return [...liked(), ...missed()]
    return mood < 0.75 ? [...arrived(), ...liked()] : [...liked(), ...bye()]
  }
  if (mood < 0.22) return liked()
  if (mood < 0.45) return [...liked(), ...bye()]
  if (mood < 0.65) return [...liked(), ...arrived()]
  if (mood < 0.82) return [...arrived(), ...liked(), ...bye()]
  return [...liked(), ...liked()]
}

function speaker(heard: Set<string>, used: Map<string, number>, random: () => number): Say {
  return (...pools) => {
    for (const pool of pools) {
      const fresh = shuffle(
        pool.filter((line) => !heard.has(line)),
        random,
      ).toSorted((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0))
      const [line] = fresh
      if (line === undefined) continue
      heard.add(line)
      used.set(line, (used.get(line) ?? 0) + 1)
      return [line]
    }
    return []
  }
}

/** Someone who hasn't reviewed this item; where the text tells where its writer lives, someone from there. */
function takePerson(people: number[], text: string): number {
  const isLocal = /Sinhala|Tamil|Malayalam|Colombo|Parippu|rupees|combined maths|April/.test(text)
  const at = people.findIndex((index) => !isLocal || index < southAsians)
  const [person = 0] = people.splice(Math.max(at, 0), 1)
  return person
}

const southAsians = 38

function when({ addedDaysAgo }: Reviewed, random: () => number): number {
  return Math.floor(random() ** 1.4 * Math.max(1, addedDaysAgo - 2))
}

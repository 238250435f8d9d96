import { nameWithoutBrand } from './rules.ts'

/** What tells whether items are plans of one product. */
export type PlanFacts = {
  id: string
  name: string
  brand: string
  months: number
  /** In cents. */
  price: number
  accountType: string
  features: readonly string[]
}

/** Words of a name that say how long, how much or for how many, but not what. */
const planWords = new Set(
  (
    'day days week weeks weekly month months monthly quarter quarterly half year years yearly annual two-year three-year half-year ' +
    'one two three four five six ten twelve fifteen twenty thirty fifty hundred a an and of for the to with on plan ' +
    'kb mb gb tb hour hours minute minutes user users seat seats person people device devices screen screens ' +
    'single solo duo personal individual student family household home team group crew office business ' +
    'free basic lite light starter standard plus pro professional premium max unlimited full s m l xl'
  ).split(' '),
)

/**
 * The items of a brand's category that are plans of the same product as one of them, itself included: their names differ
 * in words for a duration, a size or a number of people only, or one adds to the other's. All of the brand are, whatever
 * their names, if they share most features, and of any two with the same account type the longer one costs more.
 */
export function plansOf<Facts extends PlanFacts>(item: Facts, ofBrand: readonly Facts[]): readonly Facts[] {
  const products = groupByName(ofBrand)
  if (products.every((plans) => products.every((others) => plans === others || areChoices(plans, others))))
    return ofBrand
  return products.find((plans) => plans.includes(item))!
}

/** Puts items into products, each with its plans. The order of the items doesn't matter. */
function groupByName<Facts extends PlanFacts>(items: readonly Facts[]): Facts[][] {
  const products: Facts[][] = []
  const sorted = items.toSorted((a, b) => productWords(a).length - productWords(b).length || (a.id < b.id ? -1 : 1))
  for (const item of sorted) {
    const product = products.find(([first]) => isNamedLike(first!, item))
    if (product) product.push(item)
    else products.push([item])
  }
  return products
}

const areChoices = (plans: readonly PlanFacts[], others: readonly PlanFacts[]) =>
  plans.every((a) => others.every((b) => isChoice(a, b)))

/** Whether one is what the other is for longer, and costs more, or with another account type. */
const isChoice = (a: PlanFacts, b: PlanFacts) =>
  shareFeatures(a, b) && (a.accountType !== b.accountType || (a.months - b.months) * (a.price - b.price) > 0)

function shareFeatures(a: PlanFacts, b: PlanFacts): boolean {
  const shared = a.features.filter((feature) => b.features.includes(feature)).length
  return shared > 0 && 2 * shared >= Math.min(a.features.length, b.features.length)
}

/** Whether all words for the one's product are among those of the other. No words at all are like no words only. */
function isNamedLike(a: PlanFacts, b: PlanFacts): boolean {
  const [words, others] = [productWords(a), productWords(b)]
  return words.length === 0 ? others.length === 0 : words.every((word) => others.includes(word))
}

/** The words of a name that say what it is: none for 'Kite Family Year' of the brand 'Kite'. */
const productWords = (item: PlanFacts): string[] =>
  nameWithoutBrand(item)
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''))
    .filter((word) => word !== '' && !/^[\d-]+/.test(word) && !planWords.has(word) && !planWords.has(`${word}s`))

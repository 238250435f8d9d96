import { type Brand, descriptionLines, type Plan } from './content.ts'
import { fillIn } from './fill-in.ts'
import { shuffle } from './random.ts'

/** Composes an item's description: the brand, what the plan adds, how it is delivered. HTML of p, h3, ul, li and strong. */
export function writeDescription(brand: Brand, plan: Plan, random: () => number): string {
  const item = `${brand.name} ${plan.name}`
  const time = durationInWords(plan.months)
  const fill = (line: string) => fillIn(line, { item, brand: brand.name, time })
  const pick = (lines: readonly string[], count = 1) => shuffle(lines, random).slice(0, count).map(fill)
  const { arrival, validity, care } = descriptionLines
  const practical = list([
    ...pick(arrival[plan.access]),
    ...pick(validity[kindOf(plan)]),
    ...pick(care[kindOf(plan)], 2),
  ])
  const [first = '', second = ''] = brand.about
  const layout = Math.floor(random() * 4)

  if (layout === 0) {
    return (
      p(first) +
      p(second) +
      h3(`What the ${plan.name} plan adds`) +
      p(plan.note) +
      h3(`How you get ${brand.name}`) +
      practical
    )
  }
  if (layout === 1) {
    return p(plan.note, item) + h3(`About ${brand.name}`) + p(first) + p(second) + h3('Good to know') + practical
  }
  if (layout === 2) {
    return p(first) + h3(`The ${plan.name} plan`) + p(plan.note) + p(second) + h3('Before you order') + practical
  }
  return p(first) + p(second) + h3(`Who the ${plan.name} plan is for`) + p(plan.note) + practical
}

function durationInWords(months: number): string {
  const years: Record<number, string> = { 12: 'a year', 24: 'two years', 36: 'three years' }
  const words: Record<number, string> = { 1: 'one month', 3: 'three months', 6: 'six months' }
  return years[months] ?? words[months] ?? `${months} months`
}

function kindOf({ access, months }: Plan): 'use' | 'work' {
  return access === 'done' && months < 12 ? 'work' : 'use'
}

function p(text: string, lead?: string): string {
  return lead ? `<p><strong>${escape(lead)}.</strong> ${escape(text)}</p>` : `<p>${escape(text)}</p>`
}

function h3(text: string): string {
  return `<h3>${escape(text)}</h3>`
}

function list(lines: string[]): string {
  return `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

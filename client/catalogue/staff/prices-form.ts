import type { PriceChange } from '../../../shared/catalogue/prices-schema.ts'
import type { ParsedForm } from '../../lib/use-form.ts'
import { formatMoney } from '../../../shared/money.ts'
import { parsePrice } from '../price-input.ts'

export const priceActions = {
  set: 'Set to',
  'raise-percent': 'Raise by percent',
  'lower-percent': 'Lower by percent',
  'raise-amount': 'Raise by amount',
  'lower-amount': 'Lower by amount',
} as const
export type PriceAction = keyof typeof priceActions

export const roundingLabels: Record<PriceChange['rounding'], string> = {
  cent: 'To the cent',
  dollar: 'To whole dollars',
  '99': 'To the nearest .99',
}

export const oldPriceLabels: Record<PriceChange['oldPrice'], string> = {
  keep: 'Keep as they are',
  before: 'Show today’s price crossed out',
  remove: 'Remove',
}

/** The form as it is typed. */
export type PricesForm = {
  action: PriceAction
  value: string
  rounding: PriceChange['rounding']
  oldPrice: PriceChange['oldPrice']
}

export const emptyPricesForm: PricesForm = { action: 'raise-percent', value: '', rounding: 'cent', oldPrice: 'keep' }

export const isPercent = (action: PriceAction) => action.endsWith('percent')

/** Parses the form; percentages and amounts have at most two decimals. */
export function parsePricesForm({
  action,
  value,
  rounding,
  oldPrice,
}: PricesForm): ParsedForm<PricesForm, PriceChange> {
  const hundredths = parsePrice(value, 'USD')
  if (typeof hundredths !== 'number' || hundredths === 0) {
    return { errors: { value: isPercent(action) ? 'Enter a percentage, such as 5' : 'Enter an amount, such as 2.50' } }
  }
  const kind = action === 'set' ? 'set' : isPercent(action) ? 'percent' : 'amount'
  return { input: { kind, value: action.startsWith('lower') ? -hundredths : hundredths, rounding, oldPrice } }
}

/** '+5%, to the cent' */
export function describeChange({ kind, value, rounding, oldPrice }: PriceChange): string {
  const amount = kind === 'percent' ? `${Math.abs(value) / 100}%` : formatMoney(Math.abs(value))
  const action = kind === 'set' ? 'Set to ' : value < 0 ? '−' : '+'
  return [`${action}${amount}`, inWords(roundingLabels[rounding]), oldPriceWords[oldPrice]].filter(Boolean).join(', ')
}

const oldPriceWords: Record<PriceChange['oldPrice'], string> = {
  keep: '',
  before: 'today’s price crossed out',
  remove: 'old prices removed',
}
const inWords = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

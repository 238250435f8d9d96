import { maxSearchCount } from '../../shared/contract.ts'

/** The total of a list for the screen: `1,000+` when a search found more than the server counts. */
export const formatTotal = (total: number, query: string | undefined): number | string =>
  query?.trim() && total >= maxSearchCount ? `${maxSearchCount.toLocaleString('en')}+` : total

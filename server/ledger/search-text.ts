import { formatUnits } from '../../shared/payments/amounts.ts'
import { searchText } from '../../shared/search-text.ts'

type Searched = { currency: string; decimals: number; amount: string; payer: string; text: string; note: string }

/** What a payment is searched by. */
export const paymentSearchText = ({ currency, decimals, amount, payer, text, note }: Searched) =>
  searchText(payer, text, note, formatUnits(amount, decimals), currency)

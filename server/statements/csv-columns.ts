import { foldText } from '../../shared/search-text.ts'

export type Role =
  | 'date'
  | 'valueDate'
  | 'text'
  | 'payer'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'direction'
  | 'currency'
  | 'ref'
  | 'account'
  | 'balance'

/** What banks call their columns, folded and without signs. */
const names: Record<Role, string[]> = {
  date: [
    'date',
    'transactiondate',
    'txndate',
    'trandate',
    'transdate',
    'postingdate',
    'postdate',
    'posteddate',
    'bookingdate',
    'bookdate',
    'entrydate',
    'buchungstag',
    'buchungsdatum',
    'buchung',
    'datum',
    'completeddate',
  ],
  valueDate: ['valuedate', 'valutadatum', 'valuta', 'wertstellung', 'effectivedate'],
  text: [
    'description',
    'particulars',
    'narration',
    'narrative',
    'details',
    'transactiondetails',
    'transactiondescription',
    'transactionremarks',
    'remarks',
    'memo',
    'message',
    'reference',
    'paymentreference',
    'paymentdetails',
    'verwendungszweck',
    'buchungstext',
    'zweck',
    'additionalinformation',
    'notes',
    'note',
  ],
  payer: [
    'payer',
    'name',
    'counterparty',
    'counterpartyname',
    'from',
    'sender',
    'sendername',
    'payee',
    'remitter',
    'payername',
    'zahlungspflichtiger',
    'beguenstigterzahlungspflichtiger',
    'begunstigterzahlungspflichtiger',
    'auftraggeberbeguenstigter',
    'auftraggeberempfanger',
    'auftraggeber',
    'namezahlungsbeteiligter',
    'zahlungspflichtigerempfanger',
  ],
  amount: ['amount', 'transactionamount', 'betrag', 'umsatz', 'value', 'amt'],
  credit: [
    'credit',
    'credits',
    'creditamount',
    'creditamt',
    'deposit',
    'deposits',
    'depositamt',
    'depositamount',
    'moneyin',
    'paidin',
    'haben',
    'cr',
  ],
  debit: [
    'debit',
    'debits',
    'debitamount',
    'debitamt',
    'withdrawal',
    'withdrawals',
    'withdrawalamt',
    'withdrawalamount',
    'moneyout',
    'paidout',
    'soll',
    'dr',
  ],
  direction: ['drcr', 'crdr', 'debitcredit', 'creditdebit', 'sollhaben', 'dc', 'cd'],
  currency: ['currency', 'ccy', 'wahrung', 'waehrung', 'curr'],
  ref: [
    'transactionid',
    'txnid',
    'bankreference',
    'chqrefno',
    'chqrefnumber',
    'chequeno',
    'chequenumber',
    'checknumber',
    'checkorslip',
    'refno',
    'refnochequeno',
    'referenceno',
    'referencenumber',
    'transactionreference',
    'kundenreferenz',
    'tranid',
    'id',
  ],
  account: ['account', 'accountno', 'accountnumber', 'auftragskonto', 'iban', 'kontonummer'],
  balance: ['balance', 'closingbalance', 'runningbalance', 'availablebalance', 'saldo'],
}
const roles = new Map(Object.entries(names).flatMap(([role, words]) => words.map((word) => [word, role as Role])))

/** What a column is for, by its header; null if that isn't known. */
export const roleOf = (header: string): Role | null => roles.get(foldHeader(header)) ?? null

/** A header without the currency or the unit in brackets: `Deposit Amt.(INR)` is `depositamt`. */
export const foldHeader = (cell: string) =>
  foldText(cell.slice(0, 80))
    .replace(/\(.*?\)|\b(lkr|inr|eur|gbp|usd|rs)\b/g, '')
    .replace(/[^\p{L}]/gu, '')

import { formatMoney, formatRupees, wholeRupees } from '../money.ts'
import type { Network, Token, TransferAccounts } from './schema.ts'
import { walletLink } from './wallet-link.ts'

export type TransferField = {
  label: string
  value: string
  /** What the copy button copies; the value by default. */
  copy?: string
}
/** What a customer needs to send the money. */
export type Transfer = {
  /** The first is the amount. */
  fields: [TransferField, ...TransferField[]]
  /** The content of the QR code. */
  qr: string
  qrLabel: string
}

/** @param number the order number, by which staff find the transfer */
export function bankTransfer({ bank }: TransferAccounts, cents: number, number: string): Transfer {
  const fields: Transfer['fields'] = [
    { label: 'Amount', value: formatRupees(cents), copy: String(wholeRupees(cents)) },
    { label: 'Account number', value: bank.accountNumber },
    { label: 'Account name', value: bank.accountName },
    { label: 'Bank', value: bank.bankName },
    { label: 'Branch', value: bank.branch },
    { label: 'SWIFT', value: bank.swift },
    { label: 'Message', value: number },
  ]
  const qr = fields.map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`).join('\n')
  return { fields, qr, qrLabel: 'Scan to read the account details' }
}

export function binanceTransfer({ binance }: TransferAccounts, cents: number, number: string): Transfer {
  return {
    fields: [
      { label: 'Amount', value: formatMoney(cents), copy: plain(cents) },
      { label: 'Pay ID', value: binance.payId },
      { label: 'Name', value: binance.name },
      { label: 'Note', value: number },
    ],
    qr: binance.payId,
    qrLabel: 'Scan to get the Pay ID',
  }
}

/** Dollar tokens are counted at face value; for other tokens the customer converts the amount. */
export function cryptoTransfer(address: string, network: Network, token: Token, cents: number): Transfer {
  const amount = isDollar(token)
    ? { label: 'Amount', value: `${formatMoney(cents).slice(1)} ${token}`, copy: plain(cents) }
    : { label: 'Amount', value: `${formatMoney(cents)} in ${token}`, copy: formatMoney(cents) }
  return {
    fields: [amount, { label: 'Network', value: network }, { label: 'Address', value: address }],
    qr: walletLink(network, token, address, cents),
    qrLabel: isDollar(token) ? 'Scan with your wallet: address and amount' : 'Scan with your wallet: the address alone',
  }
}

export const isDollar = (token: Token) => token === 'USDT' || token === 'USDC'

const plain = (cents: number) => formatMoney(cents).replace(/[^\d.]/g, '')

import { formatMoney, formatRupees } from '../money.ts'
import { formatPaymentReference } from '../orders/payment-reference.ts'
import { formatAmount, isDollar, parseUnits } from './amounts.ts'
import { networkLabel } from './progress.ts'
import { describeRate, paymentCodeLabel } from './words.ts'
import type { Network, PaymentMethod, Token, TransferAccounts } from './schema.ts'
import { chains, hasWalletLinks, walletLink } from './wallet-link.ts'

/** A token on one of the networks, and the address to send it to. */
export type Coin = { network: Network; token: Token; address: string }

export type TransferField = {
  label: string
  value: string
  /** What the copy button copies; the value by default. */
  copy?: string
  /** Where it belongs. */
  hint?: string
  /** reference: by which we find the transfer; network: the address's hint has it; address: of a wallet; extra: few banks ask for it. */
  kind?: 'reference' | 'network' | 'address' | 'extra'
}
/** What a customer needs to send the money. */
export type Transfer = {
  /** The first is the amount; the others by how often they are needed. */
  fields: [TransferField, ...TransferField[]]
  /** How the amount follows from the order's total. */
  rate: string
  /** The content of the QR code. */
  qr: string
  qrLabel: string
}

/** The amount to send, as a decimal number in its currency, and the order's reference. */
export type Due = { amount: string; reference: string }

export function bankTransfer(bank: TransferAccounts['bank'], { amount, reference }: Due): Transfer {
  const fields: Transfer['fields'] = [
    { label: 'Amount', value: formatAmount(amount, 'LKR'), copy: amount },
    referenceField(reference, 'Enter it in the message or remark field of your transfer, so that we can find it.'),
    { label: 'Account number', value: bank.accountNumber },
    { label: 'Account name', value: bank.accountName },
    { label: 'Bank', value: bank.bankName },
    { label: 'Branch', value: bank.branch, kind: 'extra' },
    { label: 'SWIFT', value: bank.swift, kind: 'extra' },
  ]
  return {
    fields,
    rate: `${describeRate()}, in whole Sri Lankan rupees`,
    qr: textOfFields(fields),
    qrLabel: 'Scan to copy these details to your phone. Banking apps can’t read this code as a payment.',
  }
}

export function binanceTransfer({ payId, name }: TransferAccounts['binance'], { amount, reference }: Due): Transfer {
  return {
    fields: [
      { label: 'Amount', value: formatAmount(amount, 'USDT'), copy: amount },
      referenceField(reference, 'Enter it in the note of your payment, so that we can find it.'),
      { label: 'Pay ID', value: payId },
      { label: 'Name', value: name },
    ],
    rate: '1 USDT for each dollar, no fee',
    qr: payId,
    qrLabel: 'Scan to copy our Pay ID to your phone.',
  }
}

/**
 * @param amount of a dollar token, the order's own amount; of another token, its value in dollars, which the customer
 *   converts
 */
export function cryptoTransfer({ address, network, token }: Coin, { amount }: Due): Transfer {
  const contract = isDollar(token) ? chains[network].contracts[token] : undefined
  const shown = contract
    ? { label: 'Amount', value: formatAmount(amount, token), copy: amount }
    : { label: 'Amount in dollars', value: `${formatAmount(amount, 'USD')} in ${token}`, copy: amount }
  return {
    fields: [
      shown,
      { label: 'Network', value: networkLabel(network), kind: 'network' },
      {
        label: 'Address',
        value: address,
        hint: `Send only ${token} on ${networkLabel(network)}. Anything else sent to this address may be lost.`,
        kind: 'address',
      },
    ],
    rate: contract
      ? `Send ${allDecimals(amount)} decimals: they tell us the payment is yours. The network’s fee comes on top.`
      : `Switch your wallet’s amount to USD and enter ${amount}, as most wallets allow. It counts as what the ${token} is worth in dollars when you send it. The network’s fee comes on top.`,
    qr: walletLink(network, token, address, contract ? (parseUnits(amount, contract.decimals) ?? 0n) : 0n),
    qrLabel:
      contract && hasWalletLinks(network)
        ? 'Scan with your wallet: address and amount'
        : 'Scan with your wallet: the address alone',
  }
}

/** 'all four' of '3.9901', 'both' of '3.99'. */
function allDecimals(amount: string): string {
  const count = amount.split('.')[1]?.length ?? 0
  return count === 2 ? 'both' : `all ${['three', 'four', 'five', 'six'][count - 3] ?? count}`
}

const referenceField = (reference: string, hint: string): TransferField => ({
  label: paymentCodeLabel,
  hint,
  value: formatPaymentReference(reference),
  copy: reference,
  kind: 'reference',
})

/** The amount by a method: 'Rs 22,259', '72.98 USDT'; '$72.98 in crypto' until a token is chosen. */
export function amountToSend(method: PaymentMethod, cents: number): string {
  if (method === 'bank') return formatRupees(cents)
  return method === 'binance' ? `${plainGrouped(cents)}\u00a0USDT` : `${formatMoney(cents)} in crypto`
}

/** One field per line, as plain text. */
export const textOfFields = (fields: TransferField[]) =>
  fields.map(({ label, value }) => `${label}: ${value.replaceAll('\u00a0', ' ')}`).join('\n')

const plainGrouped = (cents: number) => formatMoney(cents).slice(1)

import type { Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { transferAccounts } from './api.ts'
import { openPaymentPage, definitionOf, shownReference, unitsToSend } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

/** Decodes a screenshot of the QR code; empty while there is none. */
async function readQr(page: Page): Promise<string> {
  const image = page.getByRole('img', { name: /^QR code/ })
  if ((await image.count()) === 0) return ''
  const { data, info } = await sharp(await image.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 2000 })
}

const expectQr = (page: Page, text: string, description: string) =>
  expect.poll(() => readQr(page), description).toBe(text)

test('payment page: the QR codes of bank transfer and Binance Pay match the details shown, in either theme', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page, order } = await openPaymentPage(customer, 'Bank transfer')
  const { bankName, branch, accountName, accountNumber, swift } = transferAccounts.bank
  const bank = [
    `Amount: Rs ${Math.round(order.total * 305).toLocaleString('en')}`,
    `Payment code: ${shownReference(order)}`,
    `Account number: ${accountNumber}`,
    `Account name: ${accountName}`,
    `Bank: ${bankName}`,
    `Branch: ${branch}`,
    `SWIFT: ${swift}`,
  ].join('\n')
  await expectQr(page, bank, 'bank')
  await customer.call('POST', '/auth/dark-mode', { darkMode: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectQr(page, bank, 'bank, dark theme')

  await page.getByRole('link', { name: 'Back to order' }).click()
  await page.getByRole('radio', { name: 'Binance Pay' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expectQr(page, transferAccounts.binance.payId, 'Binance Pay')
})

/** The id of each chain, and the token contracts published by the issuers, with their decimals. */
const chains: Record<string, { id: number; USDT: string; USDC: string; decimals: number }> = {
  BASE: {
    id: 8453,
    USDT: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
    USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
  },
  ARB: {
    id: 42161,
    USDT: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    USDC: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    decimals: 6,
  },
  ERC20: {
    id: 1,
    USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    decimals: 6,
  },
  BEP20: {
    id: 56,
    USDT: '0x55d398326f99059fF775485246999027B3197955',
    USDC: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    decimals: 18,
  },
  OP: {
    id: 10,
    USDT: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    USDC: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    decimals: 6,
  },
  MATIC: {
    id: 137,
    USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    USDC: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    decimals: 6,
  },
}

/** An EIP-681 link: tokens with the amount in their smallest unit, a chain's native coin without an amount. */
async function walletLink(page: Page, network: string, token: string, address: string, cents: number) {
  const { id, decimals, ...contracts } = chains[network]!
  const contract = token === 'USDT' || token === 'USDC' ? contracts[token] : null
  if (!contract) return `ethereum:${address}@${id}`
  const units = await unitsToSend(page, token, decimals)
  // Less than a cent above the total.
  expect(BigInt(units) / 10n ** BigInt(decimals - 2)).toBe(BigInt(cents))
  return `ethereum:${contract}@${id}/transfer?address=${address}&uint256=${units}`
}

test(
  'payment page: the QR code of every network and token is a valid wallet link',
  { tag: '@thorough' },
  async ({ newCustomer }) => {
    const { page, order } = await openPaymentPage(await newCustomer(), 'Crypto wallet')
    const cents = Math.round(order.total * 100)
    const choose = (group: string, name: string) =>
      page
        .getByRole('group', { name: group })
        .locator('label')
        .filter({ hasText: group === 'Network' ? `${name} ·` : new RegExp(`^${name}(amount in dollars)?$`) })
        .click()
    expect(transferAccounts.crypto.map(({ network }) => network)).toEqual(Object.keys(chains))
    const links = new Set<string>()
    for (const { network, tokens, address } of transferAccounts.crypto) {
      await choose('Network', network)
      await expect(definitionOf(page, 'Address')).toHaveText(address)
      for (const token of tokens) {
        await choose('Token', token)
        const link = await walletLink(page, network, token, address, cents)
        await expectQr(page, link, `${token} on ${network}`)
        links.add(link)
      }
    }
    expect(links.size, 'all links differ').toBe(transferAccounts.crypto.flatMap(({ tokens }) => tokens).length)
  },
)

import type { Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { accounts, atPayment, field, numberOf } from './shop.ts'
import { expect, test } from './store.ts'

/** What a camera that looks at the screen reads in the image; nothing while there is none. */
async function readQr(page: Page): Promise<string> {
  const image = page.getByRole('img', { name: /^QR code/ })
  if ((await image.count()) === 0) return ''
  const { data, info } = await sharp(await image.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 2000 })
}

const expectRead = (page: Page, text: string, what: string) => expect.poll(() => readQr(page), what).toBe(text)

test('§2 /payment — the QR of a bank transfer and of Binance Pay read as what stands beside them, in either theme', async ({
  newcomer,
}) => {
  const somebody = await newcomer()
  const { page, order } = await atPayment(somebody, 'Bank transfer')
  const { bankName, branch, accountName, accountNumber, swift } = accounts.bank
  const bank = [
    `Amount: Rs ${Math.round(order.total * 305).toLocaleString('en')}`,
    `Account number: ${accountNumber}`,
    `Account name: ${accountName}`,
    `Bank: ${bankName}`,
    `Branch: ${branch}`,
    `SWIFT: ${swift}`,
    `Message: ${numberOf(order._id).slice(1)}`,
  ].join('\n')
  await expectRead(page, bank, 'bank')
  await somebody.call('POST', '/auth/dark-mode', { darkMode: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectRead(page, bank, 'bank, in the dark')

  await page.getByRole('link', { name: 'Back to order' }).click()
  await page.getByRole('radio', { name: 'Binance Pay' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expectRead(page, accounts.binance.payId, 'Binance Pay')
})

/** The chains' numbers, and the contracts that the issuers publish for them, with their decimals. */
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

/** As EIP-681 has it: the dollar tokens with the amount in their smallest unit, a chain's own coin without any. */
function linkOf(network: string, token: string, address: string, cents: number) {
  const { id, decimals, ...contracts } = chains[network]!
  const contract = token === 'USDT' || token === 'USDC' ? contracts[token] : null
  if (!contract) return `ethereum:${address}@${id}`
  return `ethereum:${contract}@${id}/transfer?address=${address}&uint256=${cents}${'0'.repeat(decimals - 2)}`
}

test('§2 /payment — the QR of every network and token reads as the link that a wallet pays by', async ({
  newcomer,
}) => {
  const { page, order } = await atPayment(await newcomer(), 'Crypto wallet')
  const cents = Math.round(order.total * 100)
  const choose = (group: string, name: string) =>
    page
      .getByRole('group', { name: group })
      .locator('label')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .click()
  expect(accounts.crypto.map(({ network }) => network)).toEqual(Object.keys(chains))
  const read = new Set<string>()
  for (const { network, tokens, address } of accounts.crypto) {
    await choose('Network', network)
    await expect(field(page, 'Address')).toHaveText(address)
    for (const token of tokens) {
      await choose('Token', token)
      const link = linkOf(network, token, address, cents)
      await expectRead(page, link, `${token} on ${network}`)
      read.add(link)
    }
  }
  expect(read.size, 'each of them another').toBe(accounts.crypto.flatMap(({ tokens }) => tokens).length)
})

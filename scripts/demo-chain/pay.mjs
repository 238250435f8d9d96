// @ts-check
import { connectToChain } from '../local-chain.mjs'
import { fail } from '../run.mjs'
import { contracts, network, readAddress } from './network.mjs'
import { findDue } from './orders.mjs'
import { requireRunning } from './running.mjs'

/** @typedef {{ short?: string | undefined, over?: string | undefined, token?: string | undefined }} Options */

/** Pays an order, and prints what was sent. @param {string | undefined} order @param {Options} options */
export async function payFromTerminal(order, options) {
  requireRunning()
  await pay(order, options).then(console.log, (error) => fail(error.message))
}

/**
 * Sends what an order is asked for, from the wallet of the demo.
 * @param {string | undefined} order @param {Options} options dollars less or more than asked, or another token
 * @returns what was sent, and the transaction
 */
export async function pay(order, { short = '0', over = '0', token }) {
  const { number, amount, decimals, token: asked } = findDue(order)
  const units = BigInt(amount) - toUnits(short, decimals) + toUnits(over, decimals)
  if (units <= 0n)
    throw new Error(`Order #${number} asks for ${format(amount, decimals)} ${asked}: nothing is left to send.`)
  const sent = token === 'USDT' || token === 'USDC' ? token : asked
  const chain = await connectToChain(requireRunning().chainUrl)
  const hash = await chain.transfer(contracts[sent], [readAddress(), units])
  return `Sent ${format(units, decimals)} ${sent} on ${network.name} for order #${number}, in the transaction\n${hash}`
}

/** @param {string} dollars @param {number} decimals */
function toUnits(dollars, decimals) {
  const [whole = '', fraction = ''] = dollars.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** @param {string | bigint} units @param {number} decimals */
function format(units, decimals) {
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals).replace(/0+$/, '').padEnd(2, '0')}`
}

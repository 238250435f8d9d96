// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.mjs'

/** The network that the local chain plays. */
export const network = { id: 'BEP20', chainId: 56, name: 'BNB Smart Chain' }
/** Its dollar tokens, as `shared/payments/wallet-link.ts` has them. */
export const contracts = {
  USDT: '0x55d398326f99059fF775485246999027B3197955',
  USDC: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
}
export const tokens = Object.values(contracts)

const accountsFile = `${root}server/config/demo-accounts.json`

/** The store's settings for the chain. @param {string} folder @param {string} chainUrl */
export function writeSettings(folder, chainUrl) {
  const file = join(folder, 'chain.json')
  const settings = { endpoints: [{ url: chainUrl }], own: true, agree: 1, confirmations: 12 }
  writeFileSync(file, JSON.stringify({ networks: { [network.id]: settings } }))
  return {
    CHAIN_CHECK: file,
    CHAIN_POLICY: 'auto',
    CHAIN_AUTO_LIMIT: '500',
    CHAIN_AUTO_DAILY: '5000',
    TRANSFER_ACCOUNTS: accountsFile,
    // The demo logs in as Sam to order something.
    CAPTCHA_PROVIDER: 'off',
  }
}

/** The store's address on the network. @returns {string} */
export const readAddress = () =>
  JSON.parse(readFileSync(accountsFile, 'utf8')).crypto.find(
    (/** @type {{ network: string }} */ account) => account.network === network.id,
  ).address

import { describe, expect, it } from 'vitest'
import { type Network, networks, type Token, tokens } from '../../../shared/payments/schema.ts'
import { chains, walletLink } from '../../../shared/payments/wallet-link.ts'

const address = '0xDE00000000000000000000000000000000000001'

describe('walletLink', () => {
  it.each<[Network, Token, bigint, string]>([
    [
      'BASE',
      'USDC',
      27_880_000n,
      `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${address}&uint256=27880000`,
    ],
    [
      'BEP20',
      'USDT',
      10_000_000_000_000_000n,
      `ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${address}&uint256=10000000000000000`,
    ],
    [
      'ERC20',
      'USDT',
      1_000_000_000_000_000n,
      `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${address}&uint256=1000000000000000`,
    ],
  ])('encodes the amount in %s %s of %i units', (network, token, units, link) => {
    expect(walletLink(network, token, address, units)).toBe(link)
  })

  it.each<[Network, Token, string]>([
    ['ERC20', 'ETH', `ethereum:${address}@1`],
    ['BEP20', 'BNB', `ethereum:${address}@56`],
  ])('leaves out the amount for the native coin in %s %s', (network, token, link) => {
    expect(walletLink(network, token, address, 0n)).toBe(link)
  })

  it('is the address alone on TRON, whose wallets know no such link', () => {
    const onTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    expect(walletLink('TRC20', 'USDT', onTron, 24_371_200n)).toBe(onTron)
  })
})

it('every network has its own chain id, and every dollar token its own contract', () => {
  expect(new Set(networks.map((network) => chains[network].chainId)).size).toBe(networks.length)
  const contracts = networks.flatMap((network) => Object.values(chains[network].contracts).map((one) => one.address))
  // TRON has one of the two.
  expect(new Set(contracts).size).toBe(networks.length * tokens.filter((token) => token.startsWith('USD')).length - 1)
  const onTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  expect(contracts.filter((contract) => !/^0x[0-9a-fA-F]{40}$/.test(contract))).toEqual([onTron])
})

import { expect, it } from 'vitest'
import { isTransactionHash, referenceKey } from '../../../shared/orders/reference.ts'
import { explorerLink } from '../../../shared/payments/explorer.ts'
import { networks } from '../../../shared/payments/schema.ts'

const hash = 'AB12'.repeat(16)

it('links to the explorer of the network, with 0x except on TRON', () => {
  expect(explorerLink('BEP20', hash)).toBe(`https://bscscan.com/tx/0x${hash.toLowerCase()}`)
  expect(explorerLink('TRC20', hash)).toBe(`https://tronscan.org/#/transaction/${hash.toLowerCase()}`)
})

it.each(networks)('finds the hash again in a link of %s that a customer pastes', (network) => {
  expect(referenceKey(explorerLink(network, hash))).toBe(hash)
  expect(isTransactionHash(referenceKey(explorerLink(network, hash.slice(1))))).toBe(false)
})

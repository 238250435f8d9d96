import { expect, it } from 'vitest'
import { headlineOf } from '../../../client/orders/headline.ts'
import { buildOrder } from '../build.ts'

const textOfPaid = (transfer?: Parameters<typeof headlineOf>[3]) =>
  headlineOf(buildOrder({ paymentStatus: 'paid' }), undefined, undefined, transfer).text

it('doesn’t look for a transfer that was found where it should not be', () => {
  for (const transfer of ['wrong_network', 'wrong_token', 'older_than_order'] as const) {
    expect(textOfPaid(transfer)).toMatch(/^We’ve found your transfer, and a member of staff will look into it\./)
  }
  for (const transfer of [undefined, 'unknown', 'gone', 'confirming'] as const) {
    expect(textOfPaid(transfer)).toMatch(/^We’re looking for your transfer\./)
  }
})

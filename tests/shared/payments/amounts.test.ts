import { expect, it } from 'vitest'
import { addUp } from '../../../shared/payments/amounts.ts'

const of = (currency: string, ...amounts: string[]) => amounts.map((amount) => ({ amount, currency }))

it('adds up amounts exactly, each currency by itself', () => {
  expect(addUp(of('LKR', '0.1', '0.2', '7432'))).toEqual(of('LKR', '7432.3'))
  expect(addUp([...of('USDT', '90071992547409.93'), ...of('LKR', '5'), ...of('USDT', '0.000000000000000001')])).toEqual(
    [...of('USDT', '90071992547409.930000000000000001'), ...of('LKR', '5')],
  )
  expect(addUp([])).toEqual([])
})

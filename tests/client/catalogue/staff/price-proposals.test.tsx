import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PriceProposals } from '../../../../client/catalogue/staff/price-proposals.tsx'

/** The prices of an item in the order in which they are shown; crossed-out ones with a minus. */
function shownPrices(originalPrice: number | null, newOriginalPrice: number | null) {
  const proposal = { _id: 'i1', name: 'Plan', logoLink: '/logo.svg', version: 1, problem: null }
  const html = renderToString(
    <PriceProposals
      change={{ kind: 'percent', value: 500, rounding: 'cent', oldPrice: 'keep' }}
      proposals={[{ ...proposal, price: 10_00, originalPrice, newPrice: 11_00, newOriginalPrice }]}
      changeCount={1}
      totalCount={1}
      nextCursor={null}
    />,
  )
  return [...html.matchAll(/(Old price: <\/span>)?\$(\d+)\.00/g)].map(([, old, price]) => (old ? '-' : '') + price)
}

it('shows a crossed-out price that stays once, with the new price', () => {
  expect(shownPrices(20_00, 20_00)).toEqual(['10', '11', '-20'])
  expect(shownPrices(null, null)).toEqual(['10', '11'])
})

it('shows a crossed-out price that comes, goes or changes where it is', () => {
  expect(shownPrices(null, 10_00)).toEqual(['10', '11', '-10'])
  expect(shownPrices(20_00, null)).toEqual(['10', '-20', '11'])
  expect(shownPrices(20_00, 10_00)).toEqual(['10', '-20', '11', '-10'])
})

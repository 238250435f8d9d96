import type { PriceChange, PriceProposal } from '../../../shared/catalogue/prices-schema.ts'
import { staffCatalogueRoutes as routes } from '../../../shared/catalogue/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import { isFailure } from '../../api/call-failed.ts'

/** Whether a change failed because the items have changed since they were looked at. */
export const areItemsOutdated = (error: unknown) => isFailure(error) && error.code === 'items_changed'

/** The items whose prices are changed: chosen ones, or a category. */
export type PriceTarget = { items: string[] } | { category: string }

/** @returns what the change would do; of a category, a page. @throws CallFailed */
export async function previewPrices(context: ActionContext, target: PriceTarget, change: PriceChange, cursor?: string) {
  const { answer } = await context.call(routes.previewPrices, { ...target, ...change, ...(cursor && { cursor }) })
  return answer
}

/**
 * Sets the prices that were previewed, all or none; events bring them to the lists. Idempotent.
 * @returns the server's message
 * @throws CallFailed 409 `items_changed` if some of the items have changed since
 */
export async function changePrices(context: ActionContext, proposals: PriceProposal[]): Promise<string> {
  const prices = proposals.map(({ _id, version, newPrice, newOriginalPrice }) => ({
    _id,
    version,
    price: newPrice,
    originalPrice: newOriginalPrice,
  }))
  return context.idempotently(`changePrices ${JSON.stringify(prices)}`, async (key) => {
    const { answer } = await context.call(routes.changePrices, { prices }, { key })
    return answer.message
  })
}

import { get } from '../contract.ts'
import { ShopFigures, StorefrontFigures } from './schema.ts'

export const storefrontRoutes = {
  storefront: get('/storefront', {
    access: 'public',
    summary: 'Return true figures about the store, at most a minute old',
    output: { data: StorefrontFigures },
    cacheable: true,
  }),
  shop: get('/storefront/shop', {
    access: 'public',
    summary: 'Return what the store has done lately, and who checks the payments, at most a minute old',
    output: { data: ShopFigures },
  }),
}

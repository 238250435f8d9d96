import type { storefrontRoutes } from '../../shared/storefront/routes.ts'
import type { Handlers } from '../http/serve.ts'

export const storefrontHandlers: Handlers<typeof storefrontRoutes> = {
  shop: (_, { app }) => ({ data: app.storefront.current().shop }),
  storefront: (_, { app }) => ({ data: app.storefront.current().figures }),
}

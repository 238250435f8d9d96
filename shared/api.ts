import { accountRoutes } from './accounts.ts'
import { activityRoutes } from './activity.ts'
import { cartRoutes } from './cart.ts'
import { catalogueRoutes } from './catalogue.ts'
import { couponRoutes } from './coupons.ts'
import { notificationRoutes } from './notifications.ts'
import { orderRoutes, staffOrderRoutes } from './order-calls.ts'
import { pointsRoutes } from './points.ts'
import { referralRoutes } from './referrals.ts'
import { reviewRoutes } from './reviews.ts'
import { storeRoutes } from './store.ts'

/** Every call of the API, under /api. */
export const api = {
  ...storeRoutes,
  ...accountRoutes,
  ...catalogueRoutes,
  ...reviewRoutes,
  ...cartRoutes,
  ...orderRoutes,
  ...couponRoutes,
  ...pointsRoutes,
  ...referralRoutes,
  ...notificationRoutes,
  ...activityRoutes,
  ...staffOrderRoutes,
}
export type Api = typeof api

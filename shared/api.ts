import { accountRoutes } from './accounts.ts'
import { activityRoutes } from './activity.ts'
import { cartRoutes } from './cart.ts'
import { catalogueRoutes } from './catalogue.ts'
import { couponRoutes } from './coupons.ts'
import { notificationRoutes } from './notifications.ts'
import { orderRoutes, staffOrderRoutes } from './order-calls.ts'
import { pointsRoutes } from './points.ts'
import { profileRoutes } from './profile-calls.ts'
import { referralRoutes } from './referrals.ts'
import { reviewRoutes } from './reviews.ts'
import { signInRoutes } from './sign-in.ts'
import { staffRoutes } from './staff-calls.ts'
import { staffCatalogueRoutes } from './staff-catalogue-calls.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { storeRoutes } from './store.ts'
import { staffSupportRoutes, supportRoutes } from './support-calls.ts'

/** Every call of the API, under /api. */
export const api = {
  ...storeRoutes,
  ...accountRoutes,
  ...signInRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
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
  ...staffRoutes,
  ...staffCatalogueRoutes,
  ...supportRoutes,
  ...staffSupportRoutes,
}
export type Api = typeof api

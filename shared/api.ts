import { signInRoutes } from './accounts/login-routes.ts'
import { emailPreferenceRoutes } from './accounts/email-preferences-routes.ts'
import { profileRoutes } from './accounts/profile-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { staffAccountRoutes } from './accounts/staff-routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { cartRoutes } from './cart/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { staffCatalogueRoutes } from './catalogue/staff-routes.ts'
import { configRoutes } from './config.ts'
import { couponRoutes } from './coupons/routes.ts'
import { staffCouponRoutes } from './coupons/staff-routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { orderNoteRoutes, staffOrderRoutes } from './orders/staff-routes.ts'
import { chainRoutes } from './payments/chain-routes.ts'
import { staffPaymentRoutes } from './payments/staff-routes.ts'
import { pointsRoutes } from './points/routes.ts'
import { staffPointsRoutes } from './points/staff-routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { staffReviewRoutes } from './reviews/staff-routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { staffStatementRoutes } from './statements/staff-routes.ts'
import { storefrontRoutes } from './storefront/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { staffSupportRoutes } from './support/staff-routes.ts'

/** Every route of the API, served under /api. */
export const api = {
  ...configRoutes,
  ...accountRoutes,
  ...signInRoutes,
  ...profileRoutes,
  ...emailPreferenceRoutes,
  ...secondFactorRoutes,
  ...catalogueRoutes,
  ...storefrontRoutes,
  ...reviewRoutes,
  ...cartRoutes,
  ...orderRoutes,
  ...couponRoutes,
  ...pointsRoutes,
  ...referralRoutes,
  ...notificationRoutes,
  ...activityRoutes,
  ...supportRoutes,
  ...staffOrderRoutes,
  ...orderNoteRoutes,
  ...staffPaymentRoutes,
  ...chainRoutes,
  ...staffStatementRoutes,
  ...staffReviewRoutes,
  ...staffAccountRoutes,
  ...staffPointsRoutes,
  ...staffRoutes,
  ...auditRoutes,
  ...staffCatalogueRoutes,
  ...staffCouponRoutes,
  ...staffSupportRoutes,
}
export type Api = typeof api

import { Hono } from 'hono'
import { api } from '../shared/api.ts'
import { accountHandlers } from './accounts/handlers.ts'
import { profileHandlers } from './accounts/profile-handlers.ts'
import { secondFactorHandlers } from './accounts/second-factor-handlers.ts'
import { activityHandlers } from './activity/handlers.ts'
import { cartHandlers } from './cart/handlers.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { staffCatalogueHandlers } from './catalogue/staff-handlers.ts'
import { couponHandlers } from './coupons/handlers.ts'
import { staffCouponHandlers } from './coupons/staff-handlers.ts'
import { describeApi } from './http/describe.ts'
import { logRequests } from './http/log-requests.ts'
import { refuse } from './http/refusals.ts'
import { serve } from './http/serve.ts'
import { servePictures } from './http/pictures.ts'
import { serveUploads } from './http/uploads.ts'
import { storeHandlers } from './http/store-handlers.ts'
import { showMail } from './mail/show-mail.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { orderHandlers } from './orders/handlers.ts'
import { pointsHandlers } from './points/handlers.ts'
import { referralHandlers } from './referrals/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { deskHandlers } from './staff/desk-handlers.ts'
import { staffHandlers } from './staff/handlers.ts'
import type { Store } from './store.ts'
import { staffSupportHandlers, supportHandlers } from './support/handlers.ts'

const handlers = {
  ...storeHandlers,
  ...accountHandlers,
  ...profileHandlers,
  ...secondFactorHandlers,
  ...catalogueHandlers,
  ...reviewHandlers,
  ...cartHandlers,
  ...orderHandlers,
  ...couponHandlers,
  ...pointsHandlers,
  ...referralHandlers,
  ...notificationHandlers,
  ...activityHandlers,
  ...staffHandlers,
  ...deskHandlers,
  ...staffCatalogueHandlers,
  ...staffCouponHandlers,
  ...supportHandlers,
  ...staffSupportHandlers,
}

/** Everything the store answers over HTTP, but its pages. */
export const createApp = (store: Store) =>
  new Hono()
    .onError(refuse(store))
    .use(logRequests(store))
    .route('/api', describeApi(store))
    .route('/api', serveUploads(store))
    .route('/api', serve(store, api, handlers))
    .route('/media', servePictures(store))
    .route('/dev/mail', showMail(store))

import { Hono } from 'hono'
import { api } from '../shared/api.ts'
import { accountHandlers } from './accounts/handlers.ts'
import { activityHandlers } from './activity/handlers.ts'
import { cartHandlers } from './cart/handlers.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { couponHandlers } from './coupons/handlers.ts'
import { describeApi } from './http/describe.ts'
import { logRequests } from './http/log-requests.ts'
import { serve } from './http/serve.ts'
import { servePictures } from './http/pictures.ts'
import { storeHandlers } from './http/store-handlers.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { orderHandlers } from './orders/handlers.ts'
import { pointsHandlers } from './points/handlers.ts'
import { referralHandlers } from './referrals/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { staffHandlers } from './staff/handlers.ts'
import type { Store } from './store.ts'

const handlers = {
  ...storeHandlers,
  ...accountHandlers,
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
}

/** Everything the store answers over HTTP, but its pages. */
export const createApp = (store: Store) =>
  new Hono()
    .use(logRequests(store.log))
    .route('/api', describeApi(store))
    .route('/api', serve(store, api, handlers))
    .route('/media', servePictures(store))

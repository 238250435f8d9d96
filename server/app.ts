import { Hono } from 'hono'
import { api } from '../shared/api.ts'
import { emailHandlers, unsubscribeOperations, unsubscribeRoutes } from './accounts/email-handlers.ts'
import { accountHandlers } from './accounts/handlers.ts'
import { staffAccountHandlers } from './accounts/staff-handlers.ts'
import { activityHandlers } from './activity/handlers.ts'
import type { AppContext } from './app-context.ts'
import { staffAuditHandlers } from './audit/staff-handlers.ts'
import { cartHandlers } from './cart/handlers.ts'
import { catalogueHandlers, pictureRoutes } from './catalogue/handlers.ts'
import { staffCatalogueHandlers, uploadOperation, uploadRoutes } from './catalogue/staff-handlers.ts'
import { configHandlers } from './config/handlers.ts'
import { couponHandlers } from './coupons/handlers.ts'
import { staffCouponHandlers } from './coupons/staff-handlers.ts'
import { errorHandler } from './http/error-handler.ts'
import type { HttpEnv } from './http/http-env.ts'
import { logRequests } from './http/log-requests.ts'
import { openApiRoutes } from './http/openapi.ts'
import { serve } from './http/serve.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { orderHandlers } from './orders/handlers.ts'
import { staffOrderHandlers } from './orders/staff-handlers.ts'
import { devInbox } from './pages/dev-inbox.ts'
import { siteFiles } from './pages/site-files.ts'
import { staffPaymentHandlers } from './payments/staff-handlers.ts'
import { pointsHandlers } from './points/handlers.ts'
import { referralHandlers } from './referrals/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { staffReviewHandlers } from './reviews/staff-handlers.ts'
import { staffHandlers } from './staff/staff-handlers.ts'
import { staffStatementHandlers, statementUploadOperation, statementUploadRoutes } from './statements/staff-handlers.ts'
import { storefrontHandlers } from './storefront/handlers.ts'
import { supportHandlers } from './support/handlers.ts'
import { openProofOperation, proofRoutes, uploadProofOperation } from './support/proof-handlers.ts'
import { staffSupportHandlers } from './support/staff-handlers.ts'

const handlers = {
  ...configHandlers,
  ...accountHandlers,
  ...emailHandlers,
  ...staffAccountHandlers,
  ...catalogueHandlers,
  ...storefrontHandlers,
  ...staffCatalogueHandlers,
  ...reviewHandlers,
  ...staffReviewHandlers,
  ...cartHandlers,
  ...couponHandlers,
  ...staffCouponHandlers,
  ...orderHandlers,
  ...staffOrderHandlers,
  ...staffPaymentHandlers,
  ...staffStatementHandlers,
  ...pointsHandlers,
  ...referralHandlers,
  ...notificationHandlers,
  ...activityHandlers,
  ...supportHandlers,
  ...staffSupportHandlers,
  ...staffAuditHandlers,
  ...staffHandlers,
}

/** The API, pictures and the development inbox: everything served over HTTP except the pages and assets. */
export const createHttpApp = (app: AppContext) =>
  new Hono<HttpEnv>()
    .onError(errorHandler(app))
    .use(logRequests(app))
    .route(
      '/api',
      openApiRoutes(app, {
        '/admin/pictures': { post: uploadOperation },
        '/admin/statements': { post: statementUploadOperation },
        '/checkout/{id}/proofs': { post: uploadProofOperation },
        '/checkout/{id}/proofs/{proofId}': { get: openProofOperation },
        '/unsubscribe': unsubscribeOperations,
      }),
    )
    .route('/api', uploadRoutes(app))
    .route('/api', statementUploadRoutes(app))
    .route('/api', proofRoutes(app))
    .route('/api/unsubscribe', unsubscribeRoutes(app))
    .route('/api', serve(app, api, handlers))
    .route('/media', pictureRoutes(app))
    .route('/dev/mail', devInbox(app))
    .route('/', siteFiles(app))

import type { auditRoutes } from '../../shared/audit/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'

export const staffAuditHandlers: Handlers<typeof auditRoutes> = {
  audit: (query, { app }) => listAudit(app.db, query),
  exportAudit: (filter, { app }) => exportAudit(app.db, filter),
}

import type { Context } from 'hono'
import { ApiError } from '../../shared/api-error.ts'
import type { Access } from '../../shared/contract.ts'
import type { Caller } from './caller.ts'

/** @throws 401 without a session, 403 if the route is for staff and the caller is not */
export function authorize(access: Access, { identity }: Pick<Caller, 'identity'>) {
  if (access !== 'public' && !identity) throw new ApiError(401, 'unauthorized', 'Please log in.')
  if (access === 'staff' && !identity!.user.isAdmin) throw new ApiError(403, 'staff_only', 'Only staff can do this.')
}

/** Other sites can't make changes here, whatever cookies the browser sends along. @throws 403 */
export function assertSameOrigin(c: Context, publicUrl: string) {
  const origin = c.req.header('origin')
  const isForeign = origin
    ? origin !== new URL(publicUrl).origin
    : /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  if (isForeign) throw new ApiError(403, 'foreign_origin', `This store is at ${publicUrl}.`)
}

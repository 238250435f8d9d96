import type { Context } from 'hono'
import { ApiError } from '../../shared/api-error.ts'
import type { Route } from '../../shared/contract.ts'
import type { Caller } from './caller.ts'

/** @throws 401 without a session, 403 if the route is for staff and the caller is not, or has no second factor yet */
export function authorize(
  { access, withoutSecondFactor }: Pick<Route, 'access' | 'withoutSecondFactor'>,
  { identity }: Pick<Caller, 'identity'>,
) {
  if (access !== 'public' && !identity) throw new ApiError(401, 'unauthorized', 'Please log in.')
  if (access !== 'staff' || identity!.user.isAdmin) return
  if (!identity!.needsSecondFactor) throw new ApiError(403, 'staff_only', 'Only staff can do this.')
  if (!withoutSecondFactor) {
    const message = 'Staff of this store need two-factor authentication. Please set it up first.'
    throw new ApiError(403, 'second_factor_setup_required', message)
  }
}

/** Other sites can't make changes here, whatever cookies the browser sends along. @throws 403 */
export function assertSameOrigin(c: Context, publicUrl: string) {
  const origin = c.req.header('origin')
  const isForeign = origin
    ? origin !== new URL(publicUrl).origin
    : /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  if (isForeign) throw new ApiError(403, 'foreign_origin', `This store is at ${publicUrl}.`)
}

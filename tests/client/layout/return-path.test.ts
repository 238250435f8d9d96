import { expect, it } from 'vitest'
import { returnPathOf } from '../../../client/layout/return-path.ts'
import { findRoute } from '../../../client/routes.tsx'

const isKnown = (pathname: string) => findRoute(pathname) !== undefined

it.each(['/orders', '/cart', '/items/x1', '/orders?paymentStatus=paid', '/orders/details/x1', '/admin/payments'])(
  'returns to %s',
  (from) => expect(returnPathOf(from, isKnown)).toBe(from),
)

it.each([
  null,
  '',
  '//evil.example',
  '//evil.example/orders',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  String.raw`/\/evil.example`,
  'https://evil.example/orders',
  'https:/orders',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2f/evil.example',
  '/orders/../..//evil.example',
  '/nowhere',
  'orders',
  '/auth',
  '/auth/',
  '/auth?from=/auth',
  '/home',
  '/',
])('returns to the services instead of %j', (from) => expect(returnPathOf(from, isKnown)).toBe('/items'))

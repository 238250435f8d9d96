import { expect, it } from 'vitest'
import { deviceOf } from '../../../client/accounts/device.ts'

it('names a device by browser and system', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  expect(deviceOf(windows)).toBe('Chrome on Windows')
  expect(deviceOf(`${windows} Edg/140.0`)).toBe('Edge on Windows')
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toBe(
    'Safari on iPhone',
  )
  expect([deviceOf('curl/8.5'), deviceOf('')]).toEqual(['curl/8.5', 'Unknown device'])
})

import { expect, it } from 'vitest'
import { setReferrals } from '../../../client/referrals/store.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEvent } from '../build.ts'

const loaded = stateWith((draft) => setReferrals(draft, { referral: null, usedCode: false }))
const referral = { code: 'ADA', referred: [{ name: 'Ravi K.', joinedAt: at, rewarded: false }] }

it('updates the code and the referred users', () => {
  const { referrals } = afterEvents(loaded, buildEvent('user', 1, 'referral.changed', { referral, usedCode: true }))
  expect(referrals).toEqual({ isLoaded: true, own: referral, usedCode: true })
})

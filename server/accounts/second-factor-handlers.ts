import type { secondFactorRoutes } from '../../shared/second-factor.ts'
import type { Handlers } from '../http/serve.ts'
import { checkPresentPassword } from './change-password.ts'
import { beginSecondFactor, confirmSecondFactor, readSecondFactor, removeSecondFactor } from './second-factor.ts'

export const secondFactorHandlers: Handlers<typeof secondFactorRoutes> = {
  secondFactor: async (_, { store, me }) => ({ data: await readSecondFactor(store.db, me.user.id) }),

  beginSecondFactor: (_, { me, change }) =>
    change(async (making) => ({ data: await beginSecondFactor(making, me.user) })),

  async confirmSecondFactor({ password, code }, { store, me, limits, change, note }) {
    limits.count('signInAccount', me.user.id)
    limits.count('code', me.user.id)
    await checkPresentPassword(store.db, me.user.id, password)
    const done = await change(async (making) => ({
      data: { recoveryCodes: await confirmSecondFactor(making, { ...me.user, sessionId: me.sessionId }, code) },
      message: 'Your second factor is on.',
    }))
    note({ event: 'second_factor.on' })
    return done
  },

  async removeSecondFactor({ password, code }, { store, me, limits, change, note }) {
    limits.count('signInAccount', me.user.id)
    limits.count('code', me.user.id)
    await checkPresentPassword(store.db, me.user.id, password)
    const done = await change(async (making) => {
      await removeSecondFactor(making, { ...me.user, sessionId: me.sessionId }, code)
      return { message: 'Your second factor is off.' }
    })
    note({ event: 'second_factor.off' })
    return done
  },
}

import type { profileRoutes } from '../../shared/profile-calls.ts'
import { isDuplicate } from '../db/errors.ts'
import type { Handlers } from '../http/serve.ts'
import { change } from '../stream/change.ts'
import { checkPresentPassword } from './change-password.ts'
import { refuseCommon } from './common-passwords.ts'
import { confirmEmail } from './confirm-email.ts'
import { findLink } from './mail-links.ts'
import { endOwnSessions, readOwnSessions } from './own-sessions.ts'
import { hashPassword } from './passwords.ts'
import { emailOf, resetPassword, sendResetLink } from './reset-password.ts'
import { emailTaken, updateProfile } from './update-profile.ts'

export const profileHandlers: Handlers<typeof profileRoutes> = {
  updateProfile(profile, { me, limits, change }) {
    const moves = profile.email !== me.user.email
    if (moves) limits.count('emailChange', me.user.id)
    const sent = moves ? ` Open the link sent to ${profile.email} to confirm the new address.` : ''
    return change(async (making) => ({
      user: await updateProfile(making, me.user, profile),
      message: `Profile updated successfully!${sent}`,
    }))
  },

  async confirmEmail({ token }, { change }) {
    try {
      return await change(async (making) => {
        await confirmEmail(making, token)
        return { message: 'Your new email address is confirmed.' }
      })
    } catch (error) {
      // Somebody registered with it in the same moment.
      throw isDuplicate(error) ? emailTaken() : error
    }
  },

  forgotPassword({ email }, { store, limits }) {
    // Done later for whomever: neither the answer nor its time tells whether there is such an account.
    store.mail.later(async () => {
      limits.count('forgotAccount', email)
      await change(store, (making) => sendResetLink(making, email))
    })
    return { message: 'If there is an account with this email, a link to set a new password is on its way.' }
  },

  async resetPassword({ token, password }, { store, change }) {
    const { userId } = await findLink(store.db, token, 'reset')
    refuseCommon(password, await emailOf(store.db, userId))
    const hash = await hashPassword(password)
    return change(async (making) => {
      await resetPassword(making, token, hash)
      return { message: 'Your new password is set. Please log in.' }
    })
  },

  ownSessions: async (_, { store, me }) => ({ data: await readOwnSessions(store.db, me) }),

  async endOwnSessions({ password, sessionId }, { store, me, limits, change }) {
    limits.count('signInAccount', me.user.id)
    await checkPresentPassword(store.db, me.user.id, password)
    return change(async (making) => ({
      ended: await endOwnSessions(making, me, sessionId),
      message: sessionId === undefined ? 'Signed out everywhere else' : 'Session ended',
    }))
  },
}

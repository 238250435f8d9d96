import type { signInRoutes } from '../../shared/accounts/login-routes.ts'
import type { profileRoutes } from '../../shared/accounts/profile-routes.ts'
import type { accountRoutes } from '../../shared/accounts/routes.ts'
import type { secondFactorRoutes } from '../../shared/accounts/second-factor-routes.ts'
import { ApiError, unprocessable } from '../../shared/api-error.ts'
import { clearRefreshToken, storeRefreshToken } from '../http/refresh-cookie.ts'
import type { Handlers } from '../http/serve.ts'
import { runMutation } from '../events/mutation.ts'
import { checkCaptcha, createCaptchaChallenge } from './captcha.ts'
import { changePassword, verifyCurrentPassword } from './change-password.ts'
import { changeSettings } from './change-settings.ts'
import { assertNotCommonPassword } from './common-passwords.ts'
import { confirmEmail } from './confirm-email.ts'
import { findLink } from './email-links.ts'
import { endOwnSessions } from './end-own-sessions.ts'
import { endSession } from './end-session.ts'
import { listOwnSessions } from './list-own-sessions.ts'
import { hashPassword, needsRehash } from './passwords.ts'
import { presentUser } from './present.ts'
import { findSessionByRefreshToken, refreshSession } from './refresh.ts'
import { register } from './register.ts'
import { findUserId, readEmail, resetPassword, sendResetLink } from './reset-password.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from './second-factor.ts'
import { authenticate, signIn } from './sign-in.ts'
import { listTeam } from './team.ts'
import { updateProfile } from './update-profile.ts'

type Routes = typeof accountRoutes & typeof signInRoutes & typeof profileRoutes & typeof secondFactorRoutes

export const accountHandlers: Handlers<Routes> = {
  async register({ email, password, firstName, lastName, recaptchaToken }, { app, caller, mutate, setCookie }) {
    assertNotCommonPassword(password, email)
    await checkCaptcha(app, recaptchaToken, caller.ip)
    const passwordHash = await hashPassword(password)
    return mutate(async (ctx) => {
      // The page keeps its theme.
      const darkMode = caller.prefs.theme === 'dark'
      const newUser = { email, passwordHash, firstName, lastName, darkMode }
      const { user, tokens } = await register(ctx, newUser, caller.userAgent)
      setCookie(storeRefreshToken(tokens.refresh))
      return { token: tokens.access, user: presentUser(user), message: 'Registered successfully' }
    })
  },

  async signIn({ email, password, recaptchaToken, code }, { app, caller, mutate, setCookie, addLogFields }) {
    await app.rateLimits.consume('signInAccount', { address: caller.ip, email })
    await checkCaptcha(app, recaptchaToken, caller.ip)
    try {
      const user = await authenticate(app.db, email, password)
      addLogFields({ userId: user.id })
      if (code) await app.rateLimits.consume('code', { user: user.id })
      const { userAgent, refreshToken: previousRefreshToken } = caller
      const rehashedPassword = needsRehash(user.passwordHash) ? await hashPassword(password) : null
      const result = await mutate(async (ctx) => {
        const tokens = await signIn(ctx, user, { code, rehashedPassword, previousRefreshToken, userAgent })
        setCookie(storeRefreshToken(tokens.refresh))
        return { token: tokens.access, user: presentUser(user), message: 'Logged in successfully' }
      })
      addLogFields({ event: 'sign_in.succeeded' })
      await app.rateLimits.recordSuccess('signIn', caller.ip, email)
      return result
    } catch (error) {
      if (isWrongGuess(error)) await app.rateLimits.recordFailure('signIn', caller.ip, email)
      throw error
    }
  },

  async refresh(_, { app, caller, setCookie, addLogFields }) {
    const token = caller.refreshToken
    const onReuse = (userId: string) => addLogFields({ event: 'refresh.reused', userId })
    const refreshed = token ? await runMutation(app, (ctx) => refreshSession(ctx, token, onReuse)) : null
    if (!refreshed) {
      setCookie(clearRefreshToken())
      throw new ApiError(401, 'session_over', 'Your session has ended. Please log in again.')
    }
    if (refreshed.refresh) setCookie(storeRefreshToken(refreshed.refresh))
    return { token: refreshed.access, user: presentUser(refreshed.user), message: 'Session renewed' }
  },

  async signOut(_, { caller, mutate, setCookie }) {
    setCookie(clearRefreshToken())
    return mutate(async (ctx) => {
      const { identity, refreshToken } = caller
      const sessionId = identity?.sessionId ?? (refreshToken && (await findSessionByRefreshToken(ctx, refreshToken)))
      if (sessionId) await endSession(ctx, sessionId, 'logout')
      return { message: 'Logged out' }
    })
  },

  // Staff who have to set up a second factor see the staff area, which leads them there.
  me: (_, { me }) => ({ user: presentUser({ ...me.user, isAdmin: me.user.isAdmin || me.needsSecondFactor }) }),

  changeCurrency: ({ currency }, { me, mutate }) =>
    mutate(async (ctx) => ({
      user: await changeSettings(ctx, me.user.id, { currency }),
      message: 'Currency changed',
    })),

  changePaymentMethod: ({ paymentMethod }, { me, mutate }) =>
    mutate(async (ctx) => ({
      user: await changeSettings(ctx, me.user.id, { paymentMethod }),
      message: 'Payment method remembered',
    })),

  changeDarkMode: ({ darkMode }, { me, mutate }) =>
    mutate(async (ctx) => ({
      user: await changeSettings(ctx, me.user.id, { darkMode }),
      message: darkMode ? 'Dark mode is on' : 'Dark mode is off',
    })),

  async updateProfile({ password, ...profile }, { app, me, mutate }) {
    const changesEmail = profile.email !== me.user.email
    if (changesEmail) {
      if (password === undefined) throw passwordRequired()
      await app.rateLimits.consume('signInAccount', { user: me.user.id })
      await app.rateLimits.consume('emailChange', { user: me.user.id })
      await verifyCurrentPassword(app.db, me.user.id, password)
    }
    const nextStep = changesEmail ? ` Open the link sent to ${profile.email} to confirm the new address.` : ''
    return mutate(async (ctx) => ({
      user: await updateProfile(ctx, me.user, profile),
      message: `Profile updated successfully!${nextStep}`,
    }))
  },

  confirmEmail: ({ token }, { mutate }) =>
    mutate(async (ctx) => {
      await confirmEmail(ctx, token)
      return { message: 'Your new email address is confirmed.' }
    }),

  async changePassword({ oldPassword, newPassword }, { app, me, mutate }) {
    await app.rateLimits.consume('signInAccount', { user: me.user.id })
    await verifyCurrentPassword(app.db, me.user.id, oldPassword)
    assertNotCommonPassword(newPassword, me.user.email)
    const hash = await hashPassword(newPassword)
    return mutate(async (ctx) => ({
      user: await changePassword(ctx, { userId: me.user.id, sessionId: me.sessionId }, hash),
      message: 'Password updated successfully!',
    }))
  },

  async forgotPassword({ email }, { app, caller }) {
    await app.rateLimits.consume('forgotAccount', { address: caller.ip, email })
    // Deferred, so that neither the response nor its time reveals whether the account exists.
    app.mail.deferEmail(async () => {
      const userId = await findUserId(app.db, email)
      if (!userId) return
      await app.rateLimits.consume('resetLink', { user: userId })
      await runMutation(app, (ctx) => sendResetLink(ctx, userId))
    })
    return { message: 'If there is an account with this email, a link to set a new password is on its way.' }
  },

  async resetPassword({ token, password }, { app, mutate }) {
    const { userId } = await findLink(app.db, token, 'reset')
    assertNotCommonPassword(password, await readEmail(app.db, userId))
    const hash = await hashPassword(password)
    return mutate(async (ctx) => {
      await resetPassword(ctx, token, hash)
      return { message: 'Your new password is set. Please log in.' }
    })
  },

  ownSessions: async (_, { app, me }) => ({ data: await listOwnSessions(app.db, me) }),

  async endOwnSessions({ password, sessionId }, { app, me, mutate }) {
    await app.rateLimits.consume('signInAccount', { user: me.user.id })
    await verifyCurrentPassword(app.db, me.user.id, password)
    return mutate(async (ctx) => ({
      ended: await endOwnSessions(ctx, me, sessionId),
      message: sessionId === undefined ? 'Signed out everywhere else' : 'Session ended',
    }))
  },

  secondFactor: async (_, { app, me }) => ({ data: await readSecondFactor(app, me.user.id) }),

  beginSecondFactor: (_, { me, mutate }) => mutate(async (ctx) => ({ data: await beginSecondFactor(ctx, me.user) })),

  async confirmSecondFactor({ password, code }, { app, me, mutate, addLogFields }) {
    await app.rateLimits.consume('signInAccount', { user: me.user.id })
    await app.rateLimits.consume('code', { user: me.user.id })
    await verifyCurrentPassword(app.db, me.user.id, password)
    const result = await mutate(async (ctx) => ({
      data: { recoveryCodes: await confirmSecondFactor(ctx, { ...me.user, sessionId: me.sessionId }, code) },
      message: 'Two-factor authentication is on.',
    }))
    addLogFields({ event: 'second_factor.on' })
    return result
  },

  async removeSecondFactor({ password, code }, { app, me, mutate, addLogFields }) {
    await app.rateLimits.consume('signInAccount', { user: me.user.id })
    await app.rateLimits.consume('code', { user: me.user.id })
    await verifyCurrentPassword(app.db, me.user.id, password)
    const result = await mutate(async (ctx) => {
      await removeSecondFactor(ctx, { ...me.user, sessionId: me.sessionId }, code)
      return { message: 'Two-factor authentication is off.' }
    })
    addLogFields({ event: 'second_factor.off' })
    return result
  },

  team: async (_, { app }) => ({ data: await listTeam(app.db) }),

  async resetSecondFactor({ id, code }, { app, me, mutate, addLogFields }) {
    await app.rateLimits.consume('code', { user: me.user.id })
    const result = await mutate(async (ctx) => ({
      data: await resetSecondFactor(ctx, me.user, id, code),
      message: 'Two-factor authentication was reset.',
    }))
    addLogFields({ event: 'second_factor.reset' })
    return result
  },

  captcha: async (_, { app }) => {
    const { parameters, signature } = await createCaptchaChallenge(app)
    return { parameters: { ...parameters }, signature }
  },
}

const passwordRequired = () =>
  unprocessable('password_required', 'To change your email address, please enter your current password.')

const isWrongGuess = (error: unknown) =>
  error instanceof ApiError && (error.code === 'wrong_credentials' || error.code === 'wrong_code')

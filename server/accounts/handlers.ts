import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { accountRoutes } from '../../shared/accounts.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { signInRoutes } from '../../shared/sign-in.ts'
import { refreshCookie } from '../http/caller.ts'
import type { Handlers } from '../http/serve.ts'
import { change } from '../stream/change.ts'
import { challenge, checkCaptcha } from './captcha.ts'
import { changePassword, checkPresentPassword } from './change-password.ts'
import { changeSettings } from './change-settings.ts'
import { refuseCommon } from './common-passwords.ts'
import { endSession } from './end-session.ts'
import { leaveBehind } from './leave-behind.ts'
import { hashPassword, isOutdated } from './passwords.ts'
import { presentUser } from './present.ts'
import { refresh, sessionOf } from './refresh.ts'
import { register } from './register.ts'
import { passSecondFactor } from './second-factor.ts'
import { checkPassword, signIn } from './sign-in.ts'

const cookie = (value: string, seconds: number) =>
  `${refreshCookie}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`
const kept = (token: string) => cookie(token, 30 * 24 * 3600)
const forgotten = cookie('', 0)

export const accountHandlers: Handlers<typeof accountRoutes & typeof signInRoutes> = {
  async register({ email, password, firstName, lastName, recaptchaToken }, { store, caller, change, setCookie }) {
    refuseCommon(password, email)
    await checkCaptcha(store.db, store.env, recaptchaToken, caller.ip)
    const passwordHash = await hashPassword(password)
    return change(async (making) => {
      const { user, tokens } = await register(making, { email, passwordHash, firstName, lastName }, caller.userAgent)
      setCookie(kept(tokens.refresh))
      return { token: tokens.access, user: presentUser(user), message: 'Registered successfully' }
    })
  },

  async signIn({ email, password, recaptchaToken, code }, { store, caller, limits, change, setCookie, note }) {
    limits.count('signInAccount', `${email} ${caller.ip}`)
    await checkCaptcha(store.db, store.env, recaptchaToken, caller.ip)
    const user = await checkPassword(store.db, email, password)
    note({ userId: user.id })
    if (code) limits.count('code', user.id)
    const anew = isOutdated(user.passwordHash) ? await hashPassword(password) : null
    const done = await change(async (making) => {
      await passSecondFactor(making, user, code)
      if (anew) await making.tx.update(users).set({ passwordHash: anew }).where(eq(users.id, user.id))
      await leaveBehind(making, user.id, caller.refreshToken)
      const tokens = await signIn(making, user, caller.userAgent)
      setCookie(kept(tokens.refresh))
      return { token: tokens.access, user: presentUser(user), message: 'Logged in successfully' }
    })
    note({ event: 'sign_in.succeeded' })
    return done
  },

  async refresh(_, { store, caller, setCookie, note }) {
    const token = caller.refreshToken
    const reused = (userId: string) => note({ event: 'refresh.reused', userId })
    const renewed = token ? await change(store, (making) => refresh(making, token, reused)) : null
    if (!renewed) {
      setCookie(forgotten)
      throw new Refusal(401, 'session_over', 'Your session has ended. Please log in again.')
    }
    setCookie(kept(renewed.tokens.refresh))
    return { token: renewed.tokens.access, user: presentUser(renewed.user), message: 'Session renewed' }
  },

  async signOut(_, { caller, change, setCookie }) {
    setCookie(forgotten)
    return change(async (making) => {
      const session =
        caller.identity?.sessionId ?? (caller.refreshToken && (await sessionOf(making, caller.refreshToken)))
      if (session) await endSession(making, session, 'logout')
      return { message: 'Logged out' }
    })
  },

  me: (_, { me }) => ({ user: presentUser(me.user) }),

  changeCurrency: ({ currency }, { me, change }) =>
    change(async (making) => ({
      user: await changeSettings(making, me.user.id, { currency }),
      message: 'Currency changed',
    })),

  changeDarkMode: ({ darkMode }, { me, change }) =>
    change(async (making) => ({
      user: await changeSettings(making, me.user.id, { darkMode }),
      message: darkMode ? 'Dark mode is on' : 'Dark mode is off',
    })),

  async changePassword({ oldPassword, newPassword }, { store, me, change, limits }) {
    limits.count('signInAccount', me.user.id)
    await checkPresentPassword(store.db, me.user.id, oldPassword)
    refuseCommon(newPassword, me.user.email)
    const hash = await hashPassword(newPassword)
    return change(async (making) => ({
      user: await changePassword(making, { userId: me.user.id, sessionId: me.sessionId }, hash),
      message: 'Password updated successfully!',
    }))
  },

  captcha: async (_, { store }) => {
    const { parameters, signature } = await challenge(store.env)
    return { parameters: { ...parameters }, signature }
  },
}

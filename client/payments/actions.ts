import { accountRoutes } from '../../shared/accounts/routes.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { meKey, setUser } from '../accounts/store.ts'
import type { ActionContext } from '../action-context.ts'
import { isFailure } from '../api/call-failed.ts'

/** Remembers how the user pays, for their next order. Not worth an error: they can choose again. */
export async function rememberMethod({ send, store }: ActionContext, paymentMethod: PaymentMethod) {
  const { user } = store.getState().accounts
  if (!user || user.paymentMethod === paymentMethod) return
  try {
    await send(
      accountRoutes.changePaymentMethod,
      { paymentMethod },
      {
        snapshotKey: meKey,
        streams: ['user'],
        write: (draft, answer) => draft.accounts.user?._id === answer.user._id && setUser(draft, answer.user),
      },
    )
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}

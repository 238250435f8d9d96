import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** What is asked most, and the answers as the store's rules have them. */
export const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'How do I place an order?',
    answer: (
      <>
        <p>
          Choose one of our{' '}
          <Link href="/items" className="link">
            services
          </Link>
          , put it into your cart and press Proceed to Checkout. You need an account for that; it takes a minute.
        </p>
        <p>
          On the order’s page you choose how to pay, add a coupon if you have one, and go on to the payment. It shows
          where to send the money. Once you have sent it, mark the order as paid: from then on you watch it being
          checked.
        </p>
      </>
    ),
  },
  {
    question: 'Which payment methods can I use?',
    answer: (
      <>
        <p>
          Bank transfer in Sri Lankan rupees, Binance Pay, and a crypto wallet: USDT, USDC, ETH or BNB on the networks
          BASE, ARB, ERC20, BEP20, OP and MATIC. There is no processing fee on transfers.
        </p>
        <p>Cards and other wallets are listed as unavailable, and we never ask for a card number.</p>
      </>
    ),
  },
  {
    question: 'What happens if my payment fails?',
    answer: (
      <>
        <p>
          If our staff can’t find your transfer, they reject the payment and say why. The reason stands on the order’s
          page and in your notifications. The order is closed then, a coupon that was applied to it can be used again,
          and you can simply place a new order.
        </p>
        <p>Give the transfer’s reference or transaction hash when you mark an order as paid: it is found sooner.</p>
      </>
    ),
  },
  {
    question: 'How long does an order take?',
    answer: (
      <>
        <p>
          Payments are checked by people, the oldest first. The order’s page tells how many are checked before yours,
          who is checking it, and moves by itself when it is verified and when everything is ready.
        </p>
        <p>
          The order’s page also says until when it must be paid. After that it ends by itself, and nothing is charged.
        </p>
      </>
    ),
  },
  {
    question: 'How do points and referrals work?',
    answer: (
      <>
        <p>When your payment is verified you earn 1 point for each whole dollar of the order’s total.</p>
        <p>
          Give your referral code to friends: when the first order of a friend who used it within 7 days of registering
          is verified, you earn a tenth of its total in points. A refund takes the points of that order back.
        </p>
      </>
    ),
  },
  {
    question: 'Can I cancel an order?',
    answer: (
      <p>
        Yes, as long as it is not marked as paid: press Cancel order on its page. After that only our staff can close
        it, and where a payment is refunded you are told the reason.
      </p>
    ),
  },
  {
    question: 'How do I contact support?',
    answer: (
      <p>
        Log in and write to us in the support chat. You can attach the order or the service that it is about. We
        typically reply within a few minutes.
      </p>
    ),
  },
  {
    question: 'Is there a dark mode?',
    answer: (
      <p>
        Yes. Turn Dark mode ON in the account’s menu, and it goes with your account to every device. Without an account
        you can choose it at the foot of every page.
      </p>
    ),
  },
]

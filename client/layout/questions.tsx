import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { describeReadyIn } from '../catalogue/ready-in.tsx'

type Question = {
  question: string
  /** Some depend on what is known of the store. */
  answer: ReactNode | ((store: StoreFacts) => ReactNode)
}

type StoreFacts = {
  /** How many minutes the latest orders took; null while there are none. */
  readyMinutes: number | null
  /** What the owner promises on the page about refunds; null without one. */
  refundPromise: string | null
}

/** Frequently asked questions. The answers follow docs/rules.md. */
export const questions: Question[] = [
  {
    question: 'How do I place an order?',
    answer: (
      <>
        <p>
          Choose one of our{' '}
          <Link href="/items" className="link">
            services
          </Link>
          , add it to your cart and press Proceed to Checkout. You need an account for that; creating one takes a
          minute.
        </p>
        <p>
          On the order’s page, choose how to pay, add a coupon if you have one, and continue to the payment, which shows
          where to send the money. Once you have sent it, mark the order as paid. From then on you can watch it being
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
          Bank transfer in Sri Lankan rupees, Binance Pay, and a crypto wallet: USDT, USDC, ETH or BNB on Base,
          Arbitrum, Ethereum (ERC20), BNB Smart Chain (BEP20), Optimism or Polygon. There is no processing fee on
          transfers.
        </p>
        <p>We don’t take cards or other wallets, and we never ask for a card number.</p>
        <p>
          Pay only to the account on the payment page: it’s fixed on our servers, and nobody can change it in the store.
          Your order’s page shows who checks your payment and, if it’s ever sent back, when and how.
        </p>
      </>
    ),
  },
  {
    question: 'What happens if my payment fails?',
    answer: (
      <>
        <p>
          If we can’t find your transfer, we reject the payment and say why. You’ll find the reason on the order’s page
          and in your notifications. The order is then closed, and its coupon can be used again. If you did send the
          money, we’ll help find it: send its reference or a picture of the transfer on the order’s page, and we look
          again and reopen the order.
        </p>
        <p>
          If you sent too little, what arrived counts and you can send the rest. We send back anything extra, and
          anything that arrives too late for an order that stays closed.
        </p>
        <p>
          Enter the transfer’s reference or transaction hash when you mark an order as paid, and add a picture of the
          transfer if you have one. Both help us find your payment sooner.
        </p>
      </>
    ),
  },
  {
    question: 'How long does an order take?',
    answer: ({ readyMinutes }) => (
      <>
        {readyMinutes !== null && <p>{describeReadyIn(readyMinutes)}.</p>}
        <p>
          We check the payments, oldest first. The order’s page shows how many are ahead of yours and who is checking
          it, and updates by itself when your payment is verified and when everything is ready.
        </p>
        <p>The order’s page shows the payment deadline. After that, the order expires, and you owe nothing.</p>
      </>
    ),
  },
  {
    question: 'How do points and referrals work?',
    answer: (
      <>
        <p>
          When your payment is verified, you earn 1 point for each whole dollar of the order’s total. Points are our
          thank-you: they have no cash value and can’t be spent.
        </p>
        <p>
          Share your referral code with friends. If a friend uses it within 7 days of registering, you earn a tenth of
          the total of their first verified order in points. A refund takes the points of that order back.
        </p>
      </>
    ),
  },
  {
    question: 'Can I cancel an order?',
    answer: ({ refundPromise }) => (
      <>
        <p>
          Yes, until it is marked as paid: press Cancel order on its page. After that only we can close it. If we refund
          your payment, we’ll tell you why.
        </p>
        {refundPromise && <p>{refundPromise} Write to us in the support chat and attach the order.</p>}
      </>
    ),
  },
  {
    question: 'How do I contact support?',
    answer: (
      <>
        <p>
          Log in and write to us in the support chat. You can attach the order or service it’s about. While we’re open,
          we typically reply within a few minutes.
        </p>
        <p>
          Without an account, use the form on the{' '}
          <Link href="/contact" className="link">
            contact page
          </Link>
          . We answer by email.
        </p>
      </>
    ),
  },
  {
    question: 'Is there a dark mode?',
    answer: (
      <p>
        Yes. Turn Dark mode ON in the account menu, and it applies on all your devices. Without an account, you can
        switch it on at the bottom of every page.
      </p>
    ),
  },
]

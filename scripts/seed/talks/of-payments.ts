import type { Talk } from '../talks.ts'

/** Transfers, receipts, refunds, points. */
export const talksOfPayments: Talk[] = [
  {
    staff: 'ishara',
    reviewer: 3,
    minutesAgo: 52,
    unread: true,
    lines: [
      '> I sent the bank transfer for order {order}. How long does the check usually take?',
      '> The reference is on the receipt if you need it.',
    ],
  },
  {
    staff: 'mira',
    reviewer: 24,
    minutesAgo: 2,
    unread: true,
    assigned: true,
    lines: [
      '> Hello, I typed the wrong reference when I marked order {order} as paid. Can you correct it?',
      '< Hi! No need to correct it, just tell me the right one and I’ll match it by hand.',
      '> It ends in 2274, sent from my father’s account if that matters.',
    ],
    notes: ['Transfer comes from the father’s account: the name on it will not match.'],
  },
  {
    staff: 'ishara',
    minutesAgo: 3 * 60,
    unread: true,
    lines: ['> Do you take cards? My bank charges a lot for transfers.'],
  },
  {
    staff: 'mira',
    minutesAgo: 26 * 60,
    resolved: true,
    lines: [
      '> Is the amount on the payment page in rupees final, or does my bank’s rate apply?',
      '< It’s final: we ask for whole rupees at a fixed rate, so what you see is what you send.',
      '> That’s clear, thanks.',
    ],
  },
  {
    staff: 'ishara',
    minutesAgo: 2 * 24 * 60,
    resolved: true,
    assigned: true,
    lines: [
      '> Where do I find my access details? There is nothing in my e-mail.',
      '< On the order’s page, under “Show delivery”, once it is complete. We keep them out of e-mails on purpose.',
      '> I see. Maybe say that somewhere!',
      '< Fair point, I’ll pass it on. Enjoy it!',
    ],
    notes: ['Third one this month who looked for the delivery in the inbox. Told the team.'],
  },
  {
    staff: 'mira',
    reviewer: 11,
    minutesAgo: 12,
    lines: [
      '> I paid twice by accident, once from each wallet. Can I get one of them back?',
      '< I see both transfers. I’ll send the second one back to the wallet it came from today.',
    ],
    unread: true,
    notes: ['Second transfer goes back to the wallet ending in 4c21. Ishara to confirm before it is sent.'],
  },
  {
    staff: 'ishara',
    minutesAgo: 4 * 24 * 60,
    resolved: true,
    lines: [
      '> Can I pay for a friend’s order from my account?',
      '< You can. What counts is the reference: please use the one your friend was shown.',
      '> Thank you!',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 76,
    unread: true,
    lines: [
      '> The countdown on the payment page is over but the button stays grey.',
      '> Never mind, it was my browser. It went through now. Could you still check that it arrived?',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 6 * 24 * 60,
    lines: [
      '> Which network is the cheapest for USDT?',
      '< Fees change by the hour, but BEP20 and BASE are usually the lowest of those we take.',
    ],
  },
  {
    staff: 'ishara',
    minutesAgo: 9 * 24 * 60,
    resolved: true,
    lines: [
      '> How do I use my points?',
      '< They add up with every verified order and every friend you bring. You’ll see the whole ledger under Profile, in Points & Referrals.',
      '> Got it.',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 8 * 60,
    unread: true,
    assigned: true,
    lines: [
      '> My coupon says invalid, but a friend used the same one yesterday.',
      '< Which code is it, and what’s in your order?',
      '> SOLO20, and I have {item} in there.',
    ],
  },
  {
    staff: 'ishara',
    minutesAgo: 13 * 24 * 60,
    resolved: true,
    lines: [
      '> Can I have an invoice with my company’s name?',
      '< Please print the order’s page: it has our details and yours. For a company name, put it in your profile first.',
      '> That will do, thanks a lot.',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 20 * 24 * 60,
    lines: [
      '> When does a refund show up on a bank account?',
      '< One to three working days after we send it. You’ll be notified the moment we do.',
    ],
  },
  {
    staff: 'ishara',
    minutesAgo: 16 * 24 * 60,
    resolved: true,
    lines: [
      '> My sister registered with my code but I see no points.',
      '< They come with her first verified order: ten per cent of it, in points, to you.',
      '> Ah, she hasn’t ordered yet. Makes sense.',
    ],
  },
]

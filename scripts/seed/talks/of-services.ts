import type { Talk } from '../talks.ts'

/** What is for sale, how it is used, and what to do when it does not work. */
export const talksOfServices: Talk[] = [
  {
    staff: 'mira',
    minutesAgo: 9,
    unread: true,
    lines: ['> Is {item} a shared account or one of my own?'],
  },
  {
    staff: 'ishara',
    minutesAgo: 2 * 60 + 5,
    unread: true,
    assigned: true,
    lines: [
      '> I can’t sign in to what I bought with {order}. It says the invitation was used already.',
      '< That happens when it is opened twice. Did you open it on a second device, perhaps?',
      '> Yes, on the phone first. What now?',
    ],
    notes: ['Needs a fresh invitation from the supplier, asked for at noon.'],
  },
  {
    staff: 'mira',
    minutesAgo: 31 * 60,
    unread: true,
    lines: ['> Will you have more plans for students? I would buy {item} at once if there were one.'],
  },
  {
    staff: 'ishara',
    minutesAgo: 47 * 60,
    resolved: true,
    lines: [
      '> Does {item} renew by itself?',
      '< No. Nothing you buy here renews by itself; it simply ends, and you order it again if you liked it.',
      '> That’s how it should be everywhere.',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 6 * 60,
    unread: true,
    assigned: true,
    lines: [
      '> What’s the difference between {item} and the bigger plan?',
      '< Mostly the number of devices and the download limit. If it’s only for you, the small one is enough.',
    ],
  },
  {
    staff: 'ishara',
    minutesAgo: 3 * 24 * 60,
    resolved: true,
    lines: [
      '> I ordered 6 months by mistake, I wanted 12.',
      '< It isn’t paid yet, so just cancel it and order the other one. Your cart keeps the coupon in mind, you don’t.',
      '> Ha, thanks. Done.',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 5 * 24 * 60,
    lines: [
      '> Can I give {item} to somebody as a present?',
      '< Of course. Order it, and hand over what the delivery says. Nothing in it carries your name.',
    ],
  },
  {
    staff: 'ishara',
    minutesAgo: 7 * 24 * 60,
    resolved: true,
    lines: [
      '> How soon after the payment can I start?',
      '< Most things are delivered within an hour of the check. You’ll be notified when it’s ready.',
      '> It took twelve minutes. Impressive!',
      '< Thank you, I’ll tell the team!',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 8 * 24 * 60,
    resolved: true,
    lines: [
      '> Is there a way to try {item} first?',
      '< Not through us, but the one-month plan is a cheap way to find out.',
      '> Alright, a month it is.',
    ],
  },
  {
    staff: 'ishara',
    minutesAgo: 4 * 60 + 10,
    unread: true,
    lines: [
      '> The page of {item} says “private account”. Does that mean I choose the e-mail address?',
      '> And can I change it later?',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 11 * 24 * 60,
    resolved: true,
    assigned: true,
    lines: [
      '> It stopped working after two weeks, I have it from order {order}.',
      '< I’m sorry about that. I’ve asked for a replacement; it will be on the order’s page within the day.',
      '> It’s back. Thanks for being quick.',
      '< Gladly. I’ve added the lost days to it.',
    ],
    notes: ['Replaced once, free of charge. If it happens again: refund, don’t replace.'],
  },
  {
    staff: 'ishara',
    minutesAgo: 15 * 24 * 60,
    lines: [
      '> Can I upgrade in the middle of the term?',
      '< Not to another plan, but you can order the bigger one now and let the first one run out.',
    ],
  },
  {
    staff: 'mira',
    minutesAgo: 24 * 24 * 60,
    resolved: true,
    lines: ['> Your dark mode is lovely, just wanted to say.', '< That made our morning. Thank you!'],
  },
  {
    staff: 'ishara',
    minutesAgo: 90,
    unread: true,
    lines: [
      '> I’d like to delete a review I wrote, it was for the wrong thing.',
      '< You can do that yourself: open the item, find your review and press Delete.',
    ],
  },
]

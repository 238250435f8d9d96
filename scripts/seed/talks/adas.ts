import type { Talk } from '../talks.ts'

export const adasTalk: Talk = {
  staff: 'mira',
  assigned: true,
  unread: true,
  minutesAgo: 34,
  lines: [
    '> Hi! I’m thinking of getting {item} for me and my sister. Can both of us use it at the same time?',
    '< Hello Ada! Yes: the plan says how many screens it covers on its page, and each of you keeps a profile of her own.',
    '> Perfect. And if she moves abroad next year, does it still work for her?',
    '< It does, though what is in the library differs from country to country. The account itself stays the same.',
    '> Good to know, thank you!',
    '--',
    '> Different question. I’ve just paid for order {order} in crypto and the page says it’s waiting for a check. Did I do everything right?',
    '< Let me have a look, one moment.',
    '< Yes, all in order: the transfer is on its way and we have your transaction hash. A colleague checks it as soon as the network has confirmed it; you’ll be notified then.',
    '> Great. No hurry, I just wanted to be sure I picked the right network.',
    '< You did, it’s the one we listen on. I’ll keep an eye on it for you.',
  ],
  notes: ['Pays in crypto most of the time and asks before she pays. Very patient: please keep it that way.'],
}

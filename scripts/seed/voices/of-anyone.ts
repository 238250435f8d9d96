import type { Access } from '../brand.ts'

/** How it arrived, as customers tell it. */
export const arrivals: Record<Access, string[]> = {
  private: [
    'Paid by bank transfer in the morning, had the log-in before lunch.',
    'Watched the order go from paid to verified in about ten minutes.',
    'The log-in was on my order page, no hunting through e-mails.',
    'Account came in my own name, as promised.',
    'Payment was checked by a person with a name, I liked seeing that.',
    'Took a quarter of an hour from transfer to log-in.',
    'Paid in rupees without any trouble, the rate was shown.',
    'Changed the password at once, and it has been mine since.',
    'Ordered late at night, ready when I woke up.',
    'Everything was there within the hour.',
  ],
  seat: [
    'The seat was ready twenty minutes after my transfer.',
    'Nobody else can see my history, I checked.',
    'For the price of a shared seat this is excellent.',
    'My profile is locked and has stayed mine.',
  ],
  licence: [
    'The key worked on the first try.',
    'Key delivered ten minutes after I marked the order as paid.',
    'Activated on the second computer without a question.',
    'The key was on the order page, with steps that I could follow.',
    'Entered the key and was working two minutes later.',
    'Moved the key to a new laptop, no trouble.',
  ],
  invitation: [
    'The invitation came to my own e-mail within half an hour.',
    'We were all invited and in on the same afternoon.',
    'I kept my old account and all that was in it.',
    'Gave them my address and the invitation was there at once.',
    'Adding the others took a minute each.',
  ],
  topUp: [
    'The amount was on my account five minutes after verification.',
    'Credited to the right name at the first attempt.',
    'No password asked for, only my user name.',
    'Topped up twice already, quick both times.',
  ],
  done: [
    'The first results were there a day early.',
    'They wrote to me within an hour of the payment.',
    'I could see on the order what was done and what came next.',
    'Delivered when they said, which is rare.',
    'One questionnaire, one call, and they got on with it.',
  ],
}

export const farewells = [
  'Will renew.',
  'Would buy again.',
  'Second time I order here.',
  'Good value.',
  'Told my brother already.',
  'Recommended.',
  'Exactly as described.',
  'Very happy with it.',
  'Can’t complain.',
  'Worth it.',
  'I’ll take the longer plan next time.',
  'My colleagues have ordered it too.',
  'Support answered two questions within minutes.',
  'Points on top, nice.',
]

export const lukewarm = [
  'It is all right, not more.',
  'Does the job.',
  'Good in parts.',
  'I expected a little more for the price.',
  'Decent, with some rough edges.',
  'Mixed feelings so far.',
  'Fine for me, my sister gave up on it.',
  'Solid, but not for everyone.',
]

export const disappointed = [
  'Not what I had hoped for.',
  'I used it for a week and stopped.',
  'Didn’t suit the way I work.',
  'For me the money was not well spent.',
  'I misread what the plan includes.',
  'Verification took until the next day because it was a holiday.',
]

export const amends = [
  'Support was friendly about it, though.',
  'The store offered to change the plan, which was fair.',
  'They did answer quickly.',
  'To be fair, the description says so.',
  'I got help, so two stars and not one.',
]

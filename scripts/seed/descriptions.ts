import type { Access, Brand, Plan } from './brand.ts'
import { shuffle } from './random.ts'

type Said = (item: string, brand: string, time: string) => string

/** The item's page: what the brand is, what the plan adds, how it arrives. HTML of p, h3, ul, li and strong. */
export function writeDescription(brand: Brand, plan: Plan, random: () => number): string {
  const item = `${brand.name} ${plan.name}`
  const time = inWords(plan.months)
  const say = (lines: readonly Said[], take = 1) =>
    shuffle(lines, random)
      .slice(0, take)
      .map((line) => line(item, brand.name, time))
  const practical = list([
    ...say(arrival[plan.access]),
    ...say(validity[lasting(plan)]),
    ...say(care[lasting(plan)], 2),
  ])
  const [first, second] = brand.about
  const layout = Math.floor(random() * 4)

  if (layout === 0) {
    return (
      p(first) +
      p(second) +
      h3(`What ${plan.name} adds`) +
      p(plan.note) +
      h3(`How ${brand.name} reaches you`) +
      practical
    )
  }
  if (layout === 1) {
    return p(plan.note, item) + h3(`About ${brand.name}`) + p(first) + p(second) + h3('Good to know') + practical
  }
  if (layout === 2) {
    return p(first) + h3(`The ${plan.name} plan`) + p(plan.note) + p(second) + h3('Before you order') + practical
  }
  return p(first) + p(second) + h3(`Who ${plan.name} is for`) + p(plan.note) + practical
}

function inWords(months: number): string {
  const years: Record<number, string> = { 12: 'a year', 24: 'two years', 36: 'three years' }
  const words: Record<number, string> = { 1: 'one month', 3: 'three months', 6: 'six months' }
  return years[months] ?? words[months] ?? `${months} months`
}

function lasting({ access, months }: Plan): 'use' | 'work' {
  return access === 'done' && months < 12 ? 'work' : 'use'
}

function p(text: string, lead?: string): string {
  return lead ? `<p><strong>${escape(lead)}.</strong> ${escape(text)}</p>` : `<p>${escape(text)}</p>`
}

function h3(text: string): string {
  return `<h3>${escape(text)}</h3>`
}

function list(lines: string[]): string {
  return `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const arrival: Record<Access, Said[]> = {
  private: [
    (item) => `Once your payment is verified, the log-in for ${item} appears on your order’s page and nowhere else.`,
    (_, brand) =>
      `You receive a ${brand} account that nobody else uses; change its password the first time you sign in.`,
    (item) => `We open ${item} in the name and e-mail that you give us, usually within the hour.`,
    (_, brand) => `If you already have a ${brand} account, say so in the support chat and we add the time to that one.`,
    (item) =>
      `The account for ${item} is new, paid in full and yours alone; the order’s page shows how to take it over.`,
    (_, brand) => `Sign-in details for ${brand} are kept encrypted in your order and shown to you only.`,
    (item) =>
      `After verification we set up ${item} and tell you on the order’s page, with a short guide to the first sign-in.`,
    (_, brand) => `You choose the e-mail address for ${brand}; we never keep your password after the hand-over.`,
    (item) => `Delivery of ${item} is an e-mail address and a first password, both of which you may change at once.`,
    (_, brand) => `Your ${brand} account is opened by a person, who stays in the chat until you are signed in.`,
  ],
  seat: [
    (item) => `${item} is one seat in an account that we look after; your profile has its own lock.`,
    (_, brand) =>
      `Please leave the main settings of the shared ${brand} account as they are, since others rely on them.`,
    (item) => `The seat for ${item} is usually free at once; in the rare case that it isn’t, the order says when.`,
    (_, brand) => `Others in the same ${brand} account can’t see your history, files or name.`,
  ],
  licence: [
    (item) => `The licence key for ${item} is shown on your order’s page as soon as the payment is verified.`,
    (_, brand) => `Download ${brand} from its own site and enter the key; an account there is not required.`,
    (item) => `Each key for ${item} is new and unused, and the order keeps it readable for you should you lose it.`,
    (_, brand) => `A ${brand} key counts devices and not people, and can be released from an old one in its settings.`,
    (item) => `With the key for ${item} come four lines of instructions; support will enter it with you if you prefer.`,
    (_, brand) => `Nothing is installed by us: you get the ${brand} key, and the program comes from its maker.`,
  ],
  invitation: [
    (item) => `We invite the e-mail address you give us to ${item}; your password is never asked for.`,
    (_, brand) => `If you have used ${brand} before, everything in your account stays where it is.`,
    (item) =>
      `Invitations to ${item} go out after verification and are good for seven days, to as many people as the plan seats.`,
    (_, brand) => `You accept a single message from ${brand}, and from then on manage the members yourself.`,
    (item) => `Tell us in the chat which addresses should be invited to ${item}; more can follow later.`,
    (_, brand) => `The ${brand} account belongs to you from the start, and we leave it as soon as you have accepted.`,
  ],
  topUp: [
    (item) => `${item} is credited to your own account; all we need is the user name.`,
    (_, brand) => `Check the spelling of your ${brand} user name in the order, as a credit can’t be moved afterwards.`,
    (item) => `The credit for ${item} shows up within minutes of verification, with a line in your account’s history.`,
    (_, brand) => `No password for ${brand} is needed, and we will never ask for one.`,
  ],
  done: [
    (item) =>
      `After verification someone writes to you in the order’s chat with the few questions that ${item} needs answered.`,
    (_, brand) => `A named person at ${brand} does the work, and you can write to them directly while it lasts.`,
    (item) => `Progress on ${item} is noted on your order’s page, so that there is never a need to ask.`,
    (_, brand) => `You need not hand over passwords; ${brand} works with guest access, which you can end at any time.`,
    (item) => `Results of ${item} are delivered as files and links that stay with your order.`,
  ],
}

const validity: Record<'use' | 'work', Said[]> = {
  use: [
    (item, _, time) => `${item} is valid for ${time}, counted from delivery and not from payment.`,
    (_, brand, time) => `Your time with ${brand} is ${time}; the order shows its last day.`,
    (item, _, time) => `You pay for ${time} of ${item} at once, and there is no subscription behind it.`,
    (_, brand) => `Nothing renews by itself: ${brand} simply ends unless you order again.`,
    (item) => `A week before ${item} runs out you get one reminder, and only one.`,
    (_, brand) => `If you order ${brand} again in time, the new term begins where this one ends.`,
    (item) => `The price of ${item} covers its whole term, taxes included.`,
    (_, brand) => `Should ${brand} change its terms meanwhile, what you bought stays as described here.`,
    (item) => `The last day of ${item} is written on your order, in your own time zone.`,
    (_, brand) => `Even if ${brand} raises its prices meanwhile, you pay nothing more.`,
  ],
  work: [
    (item, _, time) => `The work on ${item} is finished within ${time} of your answers to the first questions.`,
    (_, brand) => `If ${brand} runs late by its own fault, a part of the price comes back without your asking.`,
    (item) => `${item} is a single order, and nothing follows from it by itself.`,
    (_, brand) => `Everything ${brand} makes for you is yours to use, without a credit and without an end date.`,
    (item) => `You may pause ${item} once, for up to four weeks, if life gets in the way.`,
  ],
}

const care: Record<'use' | 'work', Said[]> = {
  use: [
    (item) => `If ${item} stops working during its time, we replace it or refund the days that are left.`,
    (_, brand) => `Our support knows ${brand} and usually answers within a few minutes.`,
    (item) => `A refund of ${item} is possible for seven days, as long as it hasn’t been used.`,
    (_, brand) => `${brand} works in Sri Lanka and India as well as everywhere else we deliver to.`,
    (item) => `If you doubt whether ${item} is the right plan, attach it to a message in the support chat and ask.`,
    (_, brand) => `You may take ${brand} along when you change your phone or computer; we help with the move.`,
    (item) => `Ordering ${item} as a present is fine: name the other person’s e-mail in the chat.`,
    (_, brand) => `Of your data, ${brand} gets the e-mail address you choose and nothing more from us.`,
    (item) => `Points for ${item} are credited when the payment has been verified.`,
    (_, brand) => `Going over to a larger ${brand} plan later costs the difference only.`,
  ],
  work: [
    (item) => `If you are not content with the first part of ${item}, we stop there and refund the rest.`,
    (_, brand) => `${brand} works with small businesses in Sri Lanka, India and elsewhere, in your own working hours.`,
    (item) => `Please answer the questions for ${item} within two weeks, so that the place in the queue is kept.`,
    (_, brand) => `What you tell ${brand} about your business stays between the two of you.`,
    (item) => `Invoices for ${item} can be issued in the name of your company; write to us before you pay.`,
  ],
}

import { randomFrom } from '../random.ts'

/** Sam buys for an office, and has done so for a year: every few hours there is something to ask. */
const exchanges = [
  [
    'We need {n} seats of {item} from Monday. Is that possible in one order?',
    'It is: set the quantity to {n} in the cart, and you get {n} separate invitations.',
    'Great, ordering now.',
    'Thanks, Sam. I’ll look out for the transfer.',
  ],
  [
    '{who} can’t find the invitation for {item}.',
    'It’s in the delivery of that order. Shall I tell you which one it was?',
    'No need, found it under Orders.',
    'Good. It works for the whole term from today.',
  ],
  [
    'Is there a yearly plan of {item}?',
    'There is, a little further down on its page. It comes out cheaper per month.',
    'Then we’ll change when this one ends.',
    'I’ll make a note of it.',
  ],
  [
    'The accounts department asks what {item} is for. Do you have a line I can paste?',
    'Its page has a short description that should do.',
    'They are happy with it.',
    'Then so am I!',
  ],
  [
    'Just paid for the {item} order by bank transfer.',
    'Thanks, I see it in the queue.',
    'Take your time.',
    'Verified! You have your points, too.',
  ],
  [
    '{who} has left us. Can somebody else use that seat of {item}?',
    'Yes: change the e-mail address in its settings and hand it over.',
    'Done, {other} has it now.',
    'Perfect.',
  ],
  [
    'Does {item} work on {n} devices at once?',
    'Its page says how many. With {n} you may need a second seat.',
    'Then one more it is.',
    'I’ve seen the order, thank you.',
  ],
  [
    'Prices of {item} went up?',
    'They did this month. Orders you placed before keep their price.',
    'Understood, we’ll plan for it.',
    'Tell me if you need the numbers for a whole year.',
  ],
  [
    'Please check {item} for {who}: signing in takes forever.',
    'They had trouble this morning; it should be over by now.',
    'It is. False alarm.',
    'Better one too many than one too few.',
  ],
  [
    'Which would you take for {n} people, {item} or something else?',
    'For {n} I’d take {item}. It’s simple, and nobody has sent it back so far.',
    'Sold.',
    'You won’t regret it.',
  ],
  [
    'How many seats of {item} do we have left?',
    'You ordered {n}, and all of them were opened.',
    'Then I know who to ask.',
    'Good luck!',
  ],
  [
    'Could you remind me when {item} ends?',
    'It ends with the month. You’ll be notified before it does.',
    'That helps.',
    'Any time.',
  ],
] as const
const colleagues = ['Dilini', 'Kasun', 'Ravi', 'Nethmi', 'Shehan', 'Amaya', 'Farah', 'Lahiru', 'Priyan', 'Tania']

/** A line of it, and the number of the item that it is about where it carries one. */
export type LongLine = { text: string; byStaff: boolean; item: number | null; minutesAgo: number }

const length = 2000
const days = 370

/** The same 2,000 lines each time, the last one of them a question that waits. */
export function tellLongTalk(itemNames: string[]): LongLine[] {
  const random = randomFrom('a long talk')
  const pick = (count: number) => Math.floor(random() * count)
  const lines: LongLine[] = []
  let topic = 0
  for (let i = 0; lines.length < length; i += 1) {
    const item = pick(itemNames.length)
    const who = pick(colleagues.length)
    const words: Record<string, string> = {
      item: itemNames[item]!,
      n: String(2 + pick(11)),
      who: colleagues[who]!,
      other: colleagues[(who + 1 + pick(colleagues.length - 1)) % colleagues.length]!,
    }
    // Never the same topic twice in a row.
    topic = (topic + 1 + pick(exchanges.length - 1)) % exchanges.length
    const said = exchanges[topic]!
    let minutesAgo = Math.round(days * 24 * 60 * (1 - i / (length / 4))) + 43
    // The first exchange is a line short, so that the last line of all begins another.
    for (const [turn, line] of said.slice(0, i === 0 ? 3 : length - lines.length).entries()) {
      lines.push({
        text: line.replace(/\{(\w+)\}/g, (_, word: string) => words[word]!),
        byStaff: turn % 2 === 1,
        item: turn === 0 && i % 9 === 0 ? item : null,
        minutesAgo,
      })
      minutesAgo -= 2 + pick(6)
    }
  }
  return lines
}

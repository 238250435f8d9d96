import { describe, expect, it } from 'vitest'
import { maxStatementLines } from '../../../shared/statements/limits.ts'
import { newPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { compact, possibleReferences } from '../../../server/statements/find-references.ts'
import { fingerprintsOf } from '../../../server/statements/fingerprints.ts'
import { parseStatement } from '../../../server/statements/parse-statement.ts'
import { readAmount, decideDecimal } from '../../../server/statements/read-amounts.ts'
import { binance, binanceNow, camt, layouts, mt940, ofx } from './samples.ts'

const today = new Date('2026-11-23T00:00:00Z')
const parse = (text: string | Buffer, order: 'dmy' | 'mdy' | null = null) =>
  parseStatement(Buffer.from(text as string), () => order, today)
const csv = (...rows: string[]) => ['Date,Description,Amount', ...rows].join('\n')
const amounts = (text: string) => parse(text).lines.map(({ amount, problem }) => amount ?? problem)

const reference = newPaymentReference()
const hasReference = (text: string) => possibleReferences(compact(text)).some((found) => found.reference === reference)

it.each(layouts(reference))('reads $name', ({ bytes, day, amount, currency, payer }) => {
  const { lines } = parse(bytes)
  expect(lines.map(({ problem }) => problem)).toEqual(lines.map(() => ''))
  const credits = lines.filter(({ credit }) => credit)
  expect(credits).toEqual([expect.objectContaining({ day, amount, currency, ...(payer && { payer }) })])
  expect(hasReference(credits[0]!.text)).toBe(true)
  expect(lines.filter(({ credit }) => !credit)).toHaveLength(1)
})

it('reads MT940 with its own signs, references over two lines and names', () => {
  const { account, lines } = parse(mt940(reference))
  expect(account).toBe('000000000000')
  expect(lines.map(({ amount, credit, reversal }) => [amount, credit, reversal])).toEqual([
    [743_200n, true, false],
    [305_000n, true, false],
    [10_000n, false, false],
    [5000n, false, true],
  ])
  expect(hasReference(lines[0]!.text)).toBe(true)
  expect(lines[1]!.payer).toBe('NIMAL FERNANDO')
  expect(() => parse(mt940(reference).toString().replace('135332,50', '135332,51'))).toThrow('don’t add up')
  const impossible = parse(mt940(reference).toString().replace(':61:261121', ':61:260231')).lines[0]!
  expect([impossible.day, impossible.problem]).toEqual([null, 'The date “260231” doesn’t exist.'])
})

describe('the transaction history of Binance', () => {
  it.each([
    ['as it was exported before', binance],
    ['as it is exported now', binanceNow],
  ])('is read %s, payments alone', (_, sample) => {
    const { format, account, lines } = parse(sample(reference))
    expect([format, account]).toEqual(['binance', '000000000'])
    expect(lines.map((line) => [line.day, line.amount, line.currency, line.credit])).toEqual([
      ['2026-11-21', 2437n, 'USDT', true],
      ['2026-11-21', null, 'BTC', true],
      ['2026-11-21', 11_240n, 'USDT', false],
      ['2026-11-21', 2437n, 'USDT', true],
      ['2026-11-22', 1000n, 'USDT', false],
      ['2026-11-22', null, 'BNB', true],
      ['2026-11-22', null, 'USDT', true],
    ])
    expect(lines.map(({ ignored = '', problem }) => ignored || problem)).toEqual([
      '',
      'Transaction Buy, not a payment.',
      'Transaction Spend, not a payment.',
      'Deposit, not a payment.',
      '',
      'It is in BNB. Record it by hand, with its worth.',
      'The amount “1E-7” can’t be read.',
    ])
    expect(hasReference(lines[0]!.text)).toBe(true)
  })

  it('gives both exports the same fingerprints', () => {
    const [before, now] = [binance, binanceNow].map((sample) => fingerprintsOf('1', parse(sample(reference)).lines))
    expect(now!.slice(0, 6)).toEqual(before!.slice(0, 6))
  })

  it('rounds down, and leaves out what isn’t completed', () => {
    const rows = [
      'Funding,Binance Pay,USDT,24.379999,a,Completed,26-11-21 09:00:00',
      'Funding,Binance Pay,USDT,24.37,b,Pending,26-11-21 09:00:00',
      'Funding,Binance Pay,USDT,24.37,c,Completed,21/11/2026 09:00',
    ]
    const { lines } = parse(['Account,Operation,Coin,Change,Remark,Status,Time', ...rows].join('\n'))
    expect(lines[0]).toMatchObject({ amount: 2437n, text: 'a', problem: '' })
    expect(lines[1]!.ignored).toContain('“Pending”')
    expect(lines[2]!.problem).toContain('21/11/2026')
  })

  it('is distinguished from a bank’s file by its columns', () => {
    expect(parse('Date,Operation,Amount\n21.11.2026,Binance Pay,24.37').format).toBe('csv')
  })
})

it('reads OFX with unclosed tags, commas and FITID 0 everywhere', () => {
  const { lines } = parse(ofx(reference))
  expect(lines.map(({ day, amount, credit }) => [day, amount, credit])).toEqual([
    ['2026-11-21', 743_200n, true],
    ['2026-11-21', 305_000n, true],
    ['2026-11-22', 10_000n, false],
  ])
  expect([lines[0]!.payer, lines[0]!.text]).toEqual(['Perera & Sons', reference])
})

describe('CAMT.053', () => {
  it('is read with split references, entities and batches, without what isn’t booked', () => {
    const { lines } = parse(camt(reference))
    expect(lines.map(({ amount, credit, reversal }) => [amount, credit, reversal])).toEqual([
      [743_200n, true, false],
      [5000n, true, true],
      [10_000n, true, false],
      [20_000n, true, false],
    ])
    expect(lines[0]!.payer).toBe('Jürgen Müller')
    expect(hasReference(lines[0]!.text)).toBe(true)
  })

  it.each([
    ['a bomb of entities', '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">]><a>&a;</a>', 'DOCTYPE'],
    ['100 levels', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, '64 levels'],
    ['a file that was cut off', camt(reference).toString().slice(0, 900), 'incomplete'],
    ['another document', '<Document><Other/></Document>', 'isn’t a CAMT.053'],
  ])('is refused as %s', (_, text, message) => expect(() => parse(text)).toThrow(message))
})

describe('amounts', () => {
  it.each([
    ['1,23,456.78', '.', 12_345_678n],
    ['1.234,50', ',', 123_450n],
    ['Rs. 7,432', '.', 743_200n],
    ['7432.5', '.', 743_250n],
    ['(1,234.50)', '.', -123_450n],
    ['1.234,50-', ',', -123_450n],
    ['12.00 DR', '.', -1200n],
    ['12.00CR', '.', 1200n],
    ['1’234.50', '.', 123_450n],
    ['7.432', '.', null],
    ['1,23', '.', null],
    ['12,34.56', '.', null],
    ['1e5', '.', null],
    ['=1+1', '.', null],
    ['', '.', null],
    ['-', '.', null],
    ['99999999999999999999', '.', null],
  ] as const)('%s with %s is %s', (cell, decimal, expected) => {
    const amount = readAmount(cell, decimal)
    expect(amount && (amount.negative ? -amount.units : amount.units)).toBe(expected)
  })

  it('are decided for the whole column: 7.432 is seven thousand, or an error next to 10.50', () => {
    expect(amounts(csv('21.11.2026,a,7.432', '22.11.2026,b,1.250'))).toEqual([743_200n, 125_000n])
    expect(amounts('Date;Description;Amount\n21.11.2026;a;7.432\n22.11.2026;b;10,50')).toEqual([743_200n, 1050n])
    expect(amounts(csv('21.11.2026,a,7.432', '22.11.2026,b,10.50'))).toEqual([expect.stringContaining('7.432'), 1050n])
    expect(decideDecimal(['1.50', '1,50'])).toBeNull()
  })

  it('that can’t be read are an error of their line, never 0', () => {
    expect(amounts(csv('21.11.2026,a,n/a', '22.11.2026,b,10.50', '22.11.2026,c,'))).toEqual([
      'The amount “n/a” can’t be read.',
      1050n,
      'It has no amount.',
    ])
  })

  it('that are negative in a credit column went out', () => {
    const [line] = parse('Date,Text,Description,Credit,Debit\n21.11.2026,,returned,-50.00,').lines
    expect(line).toMatchObject({ credit: false, amount: 5000n })
  })
})

describe('dates', () => {
  const days = (order: 'dmy' | 'mdy' | null, ...cells: string[]) =>
    parse(csv(...cells.map((cell) => `${cell},a,1.00`)), order).lines.map(({ day }) => day)
  it('are decided for the whole column', () => {
    expect(days(null, '03/04/2026', '15/04/2026')).toEqual(['2026-04-03', '2026-04-15'])
    expect(days(null, '03/04/2026', '03/15/2026')).toEqual(['2026-03-04', '2026-03-15'])
    expect(days(null, '01/02/2026', '02/02/2026', '01/03/2026'), 'in order').toEqual([
      '2026-02-01',
      '2026-02-02',
      '2026-03-01',
    ])
  })

  it('that can be read in two ways are asked for, with examples', () => {
    expect(() => days(null, '03/04/2026')).toThrow('03/04/2026')
    expect(days('dmy', '03/04/2026')).toEqual(['2026-04-03'])
    expect(days('mdy', '03/04/2026')).toEqual(['2026-03-04'])
  })

  it('that don’t exist are an error of their line', () => {
    const [wrong, right] = parse(csv('31.02.2026,a,1.00', '28.02.2026,b,1.00')).lines
    expect([wrong!.problem, right!.day]).toEqual(['The date “31.02.2026” can’t be read.', '2026-02-28'])
  })
})

it.each([
  ['a spreadsheet', Buffer.from('PK\u0003\u0004…'), 'spreadsheet'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'PDF'],
  ['nothing', Buffer.from('  \n'), 'empty'],
  ['a table without a header', Buffer.from('a,b\n1,2\n'), 'No columns'],
  ['10,000 columns', Buffer.from(`Date,Amount${',x'.repeat(10_000)}\n`), '200 columns'],
  ['no lines', Buffer.from('Date,Description,Amount\n'), 'no lines'],
])('refuses %s', (_, bytes, message) => expect(() => parse(bytes)).toThrow(message))

it('refuses more lines than a statement may have', () => {
  const rows = Array.from({ length: maxStatementLines + 1 }, () => '2026-11-21,a,1.00')
  expect(() => parse(csv(...rows))).toThrow('20,000 lines')
})

it('takes formulas for text, and leaves control characters out', () => {
  const [line] = parse(csv('2026-11-21,"=HYPERLINK(""http://x"")\u0000\u0007 x",1.00')).lines
  expect(line!.text).toBe('=HYPERLINK("http://x") x')
})

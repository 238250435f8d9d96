import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../../client/catalogue/staff/csv-file.ts'

describe('readCsv', () => {
  it('reads the columns that the file has, in any case and order, without what keeps a cell from being a formula', () => {
    const text = '\uFEFF"price","NAME","Features"\r\n"12.99","\'=x","One\nTwo"\r\n\r\n"5","Two",""\r\n'
    expect(readCsv(text)).toEqual([
      { line: 2, price: '12.99', name: '=x', features: 'One\nTwo' },
      { line: 4, price: '5', name: 'Two', features: '' },
    ])
  })

  it('reads semicolons and tabs, as spreadsheets of some countries write', () => {
    expect(readCsv('Name;Price\nOne;5\n')).toEqual([{ line: 2, name: 'One', price: '5' }])
    expect(readCsv('Name\tPrice\nOne\t5\n')).toEqual([{ line: 2, name: 'One', price: '5' }])
  })

  it.each([
    ['', 'The file is empty.'],
    ['Name,Colour\nOne,red', 'There is no column “Colour”.'],
    ['Name,Name\nOne,Two', 'A column appears twice.'],
    ['Price\n5', 'The file needs a column Id or Name.'],
    ['Name,Price\n\n', 'The file has no lines below its header.'],
    ['Name,Price\nOne,5,6', 'Line 2 has more cells than the header.'],
    [`Name\n${'x\n'.repeat(50_001)}`, 'A file can have at most 50,000 lines.'],
  ])('refuses %j', (text, message) => {
    expect(() => readCsv(text)).toThrow(message)
  })
})
